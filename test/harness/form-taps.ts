/** Random actions of a visitor on the form behind the questions, at random moments of the waking of its island. */
import type { Page } from 'playwright';
import type { PageTaps, TapWindow } from './page-taps.ts';
import type { Random } from './random-visit.ts';

export type FormTap = { /** Milliseconds after the previous one. */ readonly after: number } & (
  | { readonly kind: 'type' | 'choose'; readonly field: number; readonly value: number }
  | { readonly kind: 'fill' | 'submit' | 'double' | 'back' | 'forward' }
);

/** What the fields of the form hold. */
export type Held = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What an action did to the page. */
export interface FormDone {
  readonly kind: 'reach' | 'edit' | 'submit' | 'back' | 'forward';
  /** The field of an edit. */
  readonly field?: string;
  /** The controls after the action; null if the form is not shown. */
  readonly held: Held | null;
  /** Whether React has taken over the island. */
  readonly isAwake: boolean;
}

/** The window of a page with `addFormTaps`. */
interface FormWindow extends TapWindow<unknown> {
  taps: PageTaps<unknown> & { readonly form: FormDone[]; held(): Held | null };
}

/** The form that has the visitor's address. */
const contactForm = '[data-island] form[data-form]:has([type=email])';

const kinds = [
  'type',
  'type',
  'type',
  'fill',
  'fill',
  'choose',
  'submit',
  'submit',
  'double',
  'back',
  'forward',
] as const;

/** The actions of a walk. */
export const randomFormTaps = (random: Random): FormTap[] =>
  Array.from({ length: Math.floor(random.next() * 14) }, () => {
    const kind = random.pick(kinds);
    const after = Math.floor(random.next() ** 2 * 200);
    return kind === 'type' || kind === 'choose'
      ? { kind, after, field: Math.floor(random.next() * 6), value: Math.floor(random.next() * 6) }
      : { kind, after };
  });

/**
 * Makes the page act on the form, once its other taps have led there. Call it after `addPageTaps`.
 * @param own in the addresses that are typed, which identify the leads of the visitor
 */
export const addFormTaps = (page: Page, all: readonly FormTap[], own: string): Promise<unknown> =>
  page.addInitScript(
    ([each, visitor, selector]: readonly [readonly FormTap[], string, string]) => {
      const { taps } = window as unknown as FormWindow;
      /** What is typed: what the rules accept first. */
      const known: Readonly<Record<string, readonly string[]>> = {
        text: ['Ana Souza', 'Rui', ' ', ''],
        email: [`${visitor}@exemplo.com.br`, `${visitor}.2@exemplo.com.br`, visitor, ''],
        tel: ['(11) 98765-4321', '(21) 3333-4444', '(11) 9', ''],
      };
      const formNow = () => document.querySelector<HTMLFormElement>(selector);
      const controls = () =>
        [...(formNow()?.querySelectorAll<HTMLInputElement>('input, select') ?? [])].filter(
          ({ type, name }) => type !== 'hidden' && !name.startsWith('_'),
        );
      const heldNow = (): Held | null => {
        if (formNow() === null) return null;
        const all = controls();
        return Object.fromEntries(
          all.map(({ name, type, value, checked }) => {
            const boxes = all.filter((one) => one.name === name);
            const marked = boxes.filter((one) => one.checked).map((one) => one.value);
            return [name, boxes.length > 1 ? marked : type === 'checkbox' ? checked : value];
          }),
        );
      };
      const note = (kind: FormDone['kind'], field?: string): void => {
        taps.form.push({
          kind,
          ...(field === undefined ? {} : { field }),
          held: heldNow(),
          isAwake: taps.isAwake(),
        });
      };
      const type = (field: HTMLInputElement, text: string): void => {
        if (field.value === text) return;
        field.focus();
        field.value = text;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        note('edit', field.name);
      };
      const act = async (tap: FormTap): Promise<void> => {
        if (tap.kind === 'back' || tap.kind === 'forward') {
          if ((await taps[tap.kind]()) !== null) note(tap.kind);
          return;
        }
        const button = formNow()?.querySelector<HTMLElement>('[type=submit]');
        // While it is sent, a form takes no edits.
        if (!button || button.ariaDisabled === 'true') return;
        const all = controls();
        const fields = all.filter((one) => known[one.type]);
        const chosen = all.filter((one) => !fields.includes(one));
        if (tap.kind === 'fill') for (const field of fields) type(field, known[field.type]?.[0] as string);
        else if (tap.kind === 'type') {
          const field = fields[tap.field % fields.length] as HTMLInputElement;
          const texts = known[field.type] as readonly string[];
          type(field, texts[tap.value % texts.length] as string);
        } else if (tap.kind === 'choose') {
          const one = chosen[tap.field % chosen.length];
          if (one?.type !== 'checkbox') {
            if (one) type(one, [...one.querySelectorAll('option')][tap.value]?.value ?? '');
            return;
          }
          one.click();
          note('edit', one.name);
        } else
          for (const _ of tap.kind === 'double' ? [1, 2] : [1]) {
            note('submit');
            button.click();
          }
      };
      Object.assign(taps, { form: [], held: heldNow });
      taps.further = async () => {
        if (formNow() === null) return;
        note('reach');
        for (const tap of each) {
          await taps.wait(tap.after);
          await act(tap);
        }
        note('reach');
      };
    },
    [all, own, contactForm] as const,
  );

/** What the page has noted of its form, in order. */
export const madeOfForm = (page: Page): Promise<readonly FormDone[]> =>
  page.evaluate(() => (window as unknown as FormWindow).taps.form);

/** What the fields of the form hold now; null if it is not shown. */
export const heldNow = (page: Page): Promise<Held | null> =>
  page.evaluate(() => (window as unknown as FormWindow).taps.held());
