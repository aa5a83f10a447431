/** Random taps on questions with a type, and the events that they are. */
import type { Page } from 'playwright';
import { hiddenFields } from '../../engine/forms/conditions.ts';
import { optionsAway } from '../../engine/rules/offered/tests.ts';
import { leafOf, type Session, type SessionEvent, screenOf, sendEvent } from '../../engine/session/session.ts';
import type { TimedTap } from './early-taps.ts';
import { addPageTaps, type TapWindow } from './page-taps.ts';

/** What a tap did to the page. */
export type Done = { /** The screen at which it was made. */ readonly at: string } & (
  | { readonly kind: 'press'; readonly name: string }
  | { readonly kind: 'choose'; readonly field: string; readonly value: string }
  | { readonly kind: 'submit'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'back'; readonly screen: string }
);

/** The controls of texts, numbers and dates, and lists. */
export const typedControls =
  'input:is(:not([type]), [type=text], [type=tel], [type=range], [type=date]), textarea, select';

/**
 * Makes the page tap itself from its first screen on, until its questions end. A text has one button, which the first tap
 * presses. Call it before the page is opened.
 */
export async function tapTypedAlone(page: Page, timed: readonly TimedTap[]): Promise<void> {
  await addPageTaps(page);
  await page.addInitScript(
    ([all, controls]: readonly [readonly TimedTap[], string]) => {
      /** What is typed: nothing, white space, too little, and what only some fields accept. */
      const texts = ['', ' ', 'A', ' Ana Maria ', '👍👍', '1e9', 'exemplo.com.br', 'ana@exemplo', '1,5'];
      const numbers = ['', ' 7 ', '1.500', '1234', '1999', '2001', 'x'];
      const special: Readonly<Record<string, readonly string[]>> = {
        range: ['0', '5', '15', '40'],
        date: ['', '2025-12-31', '2026-12-01', '2030-12-31'],
        numeric: numbers,
        decimal: numbers,
        tel: ['', '8', '(81) 9', '81987654321', '+55 81 98765-4321', '819876543210'],
      };
      const { taps } = window as unknown as TapWindow<Done>;
      const { made, shown } = taps;
      const back = async (): Promise<void> => {
        const gone = await taps.back();
        if (gone !== null) made.push({ kind: 'back', ...gone });
      };
      const press = (name: string): void => {
        const button = document.querySelector<HTMLElement>(`[data-island] [data-send="${name}"]`);
        if (button === null) return;
        made.push({ kind: 'press', at: shown(), name });
        button.click();
      };
      /** A submission that waits for the rules of its form is taken or dropped by the moment at which they arrive. */
      const untilRulesAreThere = async (): Promise<void> => {
        while (document.querySelector('[data-island][data-rules]') === null) await taps.wait(5);
      };
      const run = async (): Promise<void> => {
        await taps.untilReady();
        for (const { tap, after } of all) {
          await taps.wait(after);
          const form = document.querySelector('[data-island] form[data-form]');
          const asked = [...(form?.querySelectorAll<HTMLInputElement>(`[type=radio], ${controls}`) ?? [])];
          const fields = [...new Set(asked.map(({ name }) => name))];
          const visible = asked.filter((each) => each.closest('[hidden]') === null);
          const shownFields = fields.filter((each) => visible.some(({ name }) => name === each));
          // The screen that is seen is the one before: nothing is taken there.
          if (document.querySelector('[data-island][data-waits]') !== null) continue;
          // Of several fields, the moment of the tap decides.
          const field = shownFields[after % shownFields.length] ?? '';
          const own = visible.filter(({ name }) => name === field);
          const options = own.filter(({ type }) => type === 'radio');
          const [text = null] = own.filter(({ type }) => type !== 'radio');
          const chosen = options.find(({ checked }) => checked);
          if (tap.kind === 'back') await back();
          else if (form === null) press('begin');
          else if (form.querySelector('[type=email]') !== null) break;
          else if (tap.kind === 'previous') press('back');
          else if (tap.kind === 'choose') {
            if (text !== null) {
              const listed = [...form.querySelectorAll<HTMLOptionElement>(`[name="${field}"] option:not([hidden])`)];
              const known = listed[0]
                ? listed.map(({ value }) => value)
                : (special[text.type] ?? special[text.inputMode] ?? texts);
              const typed = known[(after + tap.option) % known.length] as string;
              if (typed === text.value) continue;
              made.push({ kind: 'choose', at: shown(), field, value: typed });
              text.focus();
              text.value = typed;
              text.dispatchEvent(new InputEvent('input', { bubbles: true }));
              // A field for money is left: it then writes the amount as the site's language does.
              if (text.inputMode !== 'decimal') continue;
              text.blur();
              if (text.value !== typed) made.push({ kind: 'choose', at: shown(), field, value: text.value });
              continue;
            }
            const option = options[tap.option % options.length];
            if (option === undefined || option === chosen) continue;
            made.push({ kind: 'choose', at: shown(), field, value: option.value });
            option.click();
          } else {
            await untilRulesAreThere();
            if (!form.isConnected) continue;
            const given = asked.filter(({ type, checked }) => checked || type !== 'radio');
            const entries = fields.map((each) => [each, given.find(({ name }) => name === each)?.value ?? '']);
            made.push({ kind: 'submit', at: shown(), values: Object.fromEntries(entries) });
            form.querySelector<HTMLElement>('[type=submit]')?.click();
          }
        }
        await taps.further?.();
        taps.isOver = true;
      };
      void run();
    },
    [timed, typedControls] as const,
  );
}

/** The names of the fields whose answer another one no longer offers. */
function lostIn(session: Session): string[] {
  const { definition, values = {} } = screenOf(session).form ?? {};
  const { fields = [] } = definition ?? {};
  const hidden = hiddenFields(fields, values);
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
  return fields.flatMap((field) => (optionsAway(field, shown).has(String(values[field.name])) ? [field.name] : []));
}

/** The events of a visitor who does this, and the session after them. A press on a screen that an earlier one has left is none. */
export function typedEvents(start: Session, done: readonly Done[]) {
  let session = start;
  const events: SessionEvent[] = [];
  const send = (event: SessionEvent): void => {
    events.push(event);
    session = sendEvent(session, event, { at: 0, random: 0 }).session;
  };
  for (const each of done) {
    const { screen } = leafOf(session);
    if (each.kind === 'press') {
      if (each.at === screen) send({ type: 'on', name: each.name });
    } else if (each.kind === 'choose') {
      send({ type: 'INPUT', field: each.field, value: each.value });
      // The page clears what is no longer offered.
      for (let [lost] = lostIn(session); lost !== undefined; [lost] = lostIn(session))
        send({ type: 'INPUT', field: lost, value: '' });
    } else if (each.kind === 'submit') send({ type: 'SUBMIT', values: each.values });
    // Back to the screen that is shown is no event.
    else if (each.screen !== screen) send({ type: 'GO', screen: each.screen });
  }
  return { session, events };
}

/** Events in which changes of one answer without a pause are one, as a trace records them. */
export const withoutRetyped = (events: readonly SessionEvent[]): SessionEvent[] =>
  events.filter((event, index) => {
    const next = events[index + 1];
    return !(event.type === 'INPUT' && next?.type === 'INPUT' && next.field === event.field);
  });
