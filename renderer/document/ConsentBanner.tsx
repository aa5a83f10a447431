/** The consent banner: a form that works without script, the same on every page and for every visitor. */
import type { Category } from '../../engine/consent/consent.ts';
import { type ConsentPolicy, consentAnchor, consentSavedAnchor } from '../../engine/consent/policy.ts';
import type { ConsentMessages } from '../../engine/messages/catalogue.ts';
import { serverPaths } from '../../engine/paths.ts';
import { classes } from '../parts/classes.ts';
import type { button as buttonRecipe } from '../parts/recipes/button.ts';
import type { consent } from '../parts/recipes/consent.ts';
import type { field as fieldRecipe } from '../parts/recipes/field.ts';
import { toneClass } from '../parts/Section.tsx';

const c = classes<typeof consent>('consent');
const button = classes<typeof buttonRecipe>('button');
const field = classes<typeof fieldRecipe>('field');

interface ChoiceProps {
  /** The category; null for the necessary one, which cannot be refused. */
  name: Category | null;
  label: string;
  text: string;
}

const Choice = ({ name, label, text }: ChoiceProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside
  <label className={field('choice')}>
    {name === null ? (
      <input type="checkbox" className={field('mark')} defaultChecked disabled />
    ) : (
      <input type="checkbox" className={field('mark')} name={name} />
    )}
    <span>
      <strong>{label}</strong>
      {text}
    </span>
  </label>
);

const titleId = 'funnel-consent-title';

export interface ConsentBannerProps {
  policy: Pick<ConsentPolicy, 'categories'>;
  /** The address of the policy. */
  page: string;
  messages: ConsentMessages;
  /** Why visits are recorded without consent to analytics. */
  recording: string | undefined;
  /** The name of the close button. */
  close: string;
}

export const ConsentBanner = ({ policy, page, messages, recording, close }: ConsentBannerProps) => {
  const texts = {
    analytics: [messages.consentAnalytics, messages.consentAnalyticsText],
    marketing: [messages.consentMarketing, messages.consentMarketingText],
  } as const satisfies Record<Category, readonly [string, string]>;
  const decide = (choice: 'accept' | 'reject' | 'save', label: string) => (
    <button
      type="submit"
      name="choice"
      value={choice}
      className={button('root', { emphasis: choice === 'save' ? 'normal' : 'strong' })}
    >
      {label}
    </button>
  );
  return (
    <>
      <span id={consentSavedAnchor} />
      <section
        id={consentAnchor}
        className={c('root') + toneClass('plain')}
        aria-labelledby={titleId}
        tabIndex={-1}
        data-saved={messages.consentSaved}
      >
        <form method="post" action={serverPaths.consent} className={c('body')}>
          <div className={c('words')}>
            <h2 id={titleId} className={c('title')}>
              {messages.consentTitle}
            </h2>
            <p className={c('text')}>
              {messages.consentText} <a href={page}>{messages.consentPolicy}</a>
            </p>
            {recording !== undefined && <p className={c('text')}>{recording}</p>}
            <p className={c('note')}>{messages.consentControl}</p>
          </div>
          <details className={c('more')}>
            <summary className={c('summary')}>{messages.consentCustomize}</summary>
            <fieldset className={c('choices')} aria-labelledby={titleId}>
              <Choice name={null} label={messages.consentNecessary} text={messages.consentNecessaryText} />
              {policy.categories.map((category) => (
                <Choice key={category} name={category} label={texts[category][0]} text={texts[category][1]} />
              ))}
            </fieldset>
            {decide('save', messages.consentSave)}
          </details>
          <div className={c('actions')}>
            {decide('reject', messages.consentReject)}
            {decide('accept', messages.consentAccept)}
          </div>
          <p className={c('status')} role="alert" />
          <button type="button" className={c('close')} aria-label={close}>
            ×
          </button>
        </form>
      </section>
    </>
  );
};

/**
 * The script of the head that marks a page whose visitor has chosen, or has refused by Global Privacy Control, before the
 * first paint.
 */
export const consentScript = (version: string): string =>
  `try{(navigator.globalPrivacyControl||/(^|; )consent=${version}\\./.test(document.cookie))&&(document.documentElement.dataset.chosen='')}catch(e){}`;
