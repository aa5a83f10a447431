/** The HTML document around the blocks of a page. */

import type { ReactNode } from 'react';
import type { PageMessages } from '../../engine/messages/catalogue.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { ShownToast } from '../contract.ts';
import { classes } from '../parts/classes.ts';
import type { skip as skipRecipe } from '../parts/recipes/skip.ts';
import type { toast as toastRecipe } from '../parts/recipes/toast.ts';
import { NewTabNote } from '../text/NewTabNote.tsx';

/** Metadata of a page, for search engines, other sites and the browser's interface. */
export interface Head {
  readonly title: string;
  readonly description: string | null;
  /** The absolute address of the page. */
  readonly canonical: string;
  /** Whether search engines must not index it. It then has no canonical address. */
  readonly hidden: boolean;
  readonly social: {
    readonly title: string;
    readonly description: string | null;
    readonly image: SocialImage | null;
  };
  readonly siteName: string;
  /** A BCP 47 language tag. */
  readonly locale: string;
  /** The colour of the browser's toolbar. */
  readonly themeColor: string;
  /** Addresses of icons; null omits their links. */
  readonly icons: Icons | null;
  /** The address of the woff2 file to preload; null for none. */
  readonly font: string | null;
}

/** The picture of a social card. */
export interface SocialImage {
  /** An absolute address. */
  readonly url: string;
  /** In pixels; null if unknown. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly alt: string;
}

/** Addresses of the site's icons and web manifest. */
export interface Icons {
  /** A raster icon, for browsers that do not support SVG. */
  readonly pixels: string;
  /** The SVG icon; null if the site's icon is not an SVG. */
  readonly drawing: string | null;
  readonly touch: string;
  readonly manifest: string;
}

/** What a page of a site that asks for consent adds. */
export interface DocumentConsent {
  readonly banner: ReactNode;
  /** The script of the head. */
  readonly script: string;
  /** The address of the banner's module. */
  readonly module: string;
  /** The link that skips to the banner, and its text. */
  readonly skip: { readonly href: string; readonly text: string };
}

/** What requests the code of a flow from the head. */
export interface CodePreload {
  readonly script: string;
  /** Addresses, separated by spaces. */
  readonly files: string;
}

export interface DocumentProps {
  readonly head: Head;
  readonly messages: PageMessages;
  /** Landmarks before `<main>`. */
  readonly before: ReactNode;
  readonly main: ReactNode;
  /** Landmarks after `<main>`. */
  readonly after: ReactNode;
  /** Dialogs over the page. */
  readonly overlays?: ReactNode;
  /** Attributes of `<body>`, such as `data-path`. */
  readonly body: Readonly<Record<`data-${string}`, string>>;
  /** The toast shown at once. */
  readonly toast: ShownToast | null;
  /** JSON by the id of its element. */
  readonly data: Readonly<Record<string, Json>>;
  /** The page as JSON-LD; null for none. */
  readonly structured: Json;
  readonly boot: string;
  /** The script of the head; empty for none. */
  readonly hold?: string;
  /** Requests the code of the page's flow; none by default. */
  readonly preload?: CodePreload | undefined;
  /** The script before the boot script that puts shuffled options into their order; empty for none. */
  readonly shuffle?: string;
  /** The script before the boot script that only some pages need; empty for none. */
  readonly scripts?: string;
  /** The consent banner; none where consent is implied. */
  readonly consent?: DocumentConsent | undefined;
  /** The address of the module that protects intakes; none where the page has no form of such an intake. */
  readonly guard?: string | undefined;
}

const skip = classes<typeof skipRecipe>('skip');
const toast = classes<typeof toastRecipe>('toast');

/** JSON for a script element: it contains no `<`, which could end the element, and no line separators of scripts. */
export const safeJson = (value: Json): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const Meta = ({ property, content }: { property: string; content: string | null }) =>
  content === null ? null : <meta property={`og:${property}`} content={content} />;

function DocumentHead({
  head,
  hold = '',
  preload,
  consent,
}: Pick<DocumentProps, 'head' | 'hold' | 'preload' | 'consent'>) {
  const { title, description, canonical, social, icons } = head;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{title}</title>
      {description !== null && <meta name="description" content={description} />}
      {head.hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
      <meta name="theme-color" content={head.themeColor} />
      <Meta property="type" content="website" />
      <Meta property="title" content={social.title} />
      <Meta property="description" content={social.description} />
      <Meta property="url" content={canonical} />
      <Meta property="site_name" content={head.siteName} />
      <Meta property="locale" content={head.locale.replace('-', '_')} />
      {social.image !== null && (
        <>
          <Meta property="image" content={social.image.url} />
          <Meta property="image:width" content={social.image.size && String(social.image.size.width)} />
          <Meta property="image:height" content={social.image.size && String(social.image.size.height)} />
          <Meta property="image:alt" content={social.image.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {icons !== null && (
        <>
          <link rel="icon" href={icons.pixels} sizes="32x32" />
          {icons.drawing !== null && <link rel="icon" href={icons.drawing} type="image/svg+xml" />}
          <link rel="apple-touch-icon" href={icons.touch} />
          <link rel="manifest" href={icons.manifest} />
        </>
      )}
      {preload !== undefined && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script, checked by renderDocument
        <script data-fetch={preload.files} dangerouslySetInnerHTML={{ __html: preload.script }} />
      )}
      {head.font !== null && (
        <link rel="preload" href={head.font} as="font" type="font/woff2" crossOrigin="anonymous" />
      )}
      {/* `renderDocument` fills it, because the CSS depends on the HTML of the body. */}
      <style />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script, checked by renderDocument */}
      {hold !== '' && <script dangerouslySetInnerHTML={{ __html: hold }} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer's own script, checked by renderDocument */}
      {consent !== undefined && <script dangerouslySetInnerHTML={{ __html: consent.script }} />}
    </head>
  );
}

/** A toast with the same HTML as those of the boot script. */
const ToastItem = ({ shown, messages }: { shown: ShownToast; messages: PageMessages }) => (
  <div className={toast('root', { as: shown.as === 'error' ? 'error' : undefined })}>
    <strong className={toast('title')}>{shown.title}</strong>
    {shown.text !== '' && <p className={toast('text')}>{shown.text}</p>}
    {shown.link !== undefined && (
      <a className={toast('link')} href={shown.link} target="_blank" rel="noopener">
        {messages.open} <NewTabNote text={messages.newTab} />
      </a>
    )}
    <button type="button" className={toast('close')} aria-label={messages.close}>
      ×
    </button>
  </div>
);

/** The live regions of toasts. Screen readers announce only content that is added to an existing region. */
const ToastRegions = ({ shown, messages }: { shown: ShownToast | null; messages: PageMessages }) => {
  const item = shown && <ToastItem shown={shown} messages={messages} />;
  return (
    <>
      <div role="status">{shown?.as === undefined && item}</div>
      <div role="alert">{shown?.as === 'error' && item}</div>
      {shown?.as === 'echo' && item}
    </>
  );
};

/** The document. All texts that visitors read are properties. */
export const Document = ({
  head,
  messages,
  before,
  main,
  after,
  overlays,
  body,
  toast: shown,
  data,
  structured,
  boot,
  hold = '',
  preload,
  shuffle = '',
  scripts = '',
  consent,
  guard,
}: DocumentProps) => (
  <html lang={head.locale}>
    <DocumentHead head={head} hold={hold} preload={preload} consent={consent} />
    <body {...body}>
      <a className={skip('root')} href="#main">
        {messages.skip}
      </a>
      {consent !== undefined && (
        <a className={skip('root')} href={consent.skip.href}>
          {consent.skip.text}
        </a>
      )}
      {before}
      <main id="main" tabIndex={-1}>
        {main}
      </main>
      {after}
      {overlays}
      {consent?.banner}
      {/* biome-ignore lint/a11y/useSemanticElements: it must not be part of the page's outline */}
      <div
        id="toasts"
        className={`${toast('region')} tone--as_dark`}
        role="region"
        aria-label={messages.notifications}
        tabIndex={-1}
        data-close={messages.close}
        data-wait={messages.wait}
        data-slow={messages.slow}
        data-offline={messages.offline}
      >
        <ToastRegions shown={shown} messages={messages} />
      </div>
      {structured !== null && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: safeJson escapes what could end the element
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: safeJson(structured) }} />
      )}
      {Object.entries(data).map(([id, value]) => (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: safeJson escapes what could end the element
        <script key={id} id={id} type="application/json" dangerouslySetInnerHTML={{ __html: safeJson(value) }} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script, checked by renderDocument */}
      {shuffle !== '' && <script dangerouslySetInnerHTML={{ __html: shuffle }} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script, checked by renderDocument */}
      {scripts !== '' && <script dangerouslySetInnerHTML={{ __html: scripts }} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script, checked by renderDocument */}
      <script dangerouslySetInnerHTML={{ __html: boot }} />
      {consent !== undefined && <script type="module" src={consent.module} />}
      {guard !== undefined && <script type="module" src={guard} />}
    </body>
  </html>
);
