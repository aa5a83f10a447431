/** An e-mail as a subject, HTML and plain text. */
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { dateFormatter } from '../../engine/expressions/dates.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { emailPattern } from '../../engine/values/mail-address.ts';
import type { Text } from '../../schemas/compiled.ts';
import type { MailBlock } from '../../schemas/generated/types.ts';
import type { EmailFacts, RenderedEmail } from '../contract.ts';
import { each } from '../parts/each.ts';
import { shownAnswers } from './answers.ts';
import { type BlockContext, blockView, plainTable } from './blocks.tsx';
import { type MailLook, mailCss, mailLook } from './look.ts';
import { plainBlocks } from './plain.ts';
import { type MailContext, oneLine, plainMail } from './words.ts';

/** The width of the card, in pixels. */
const width = 600;

// Outlook ignores max-width: it gets a table of fixed width around the card.
const outlookBefore = `<!--[if mso]><table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`;
const outlookAfter = '<!--[if mso]></td></tr></table><![endif]-->';
const outlookHead =
  '<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->';

/** Fills the rest of an inbox's line, so that the beginning of the e-mail does not follow the preview. */
const filler = '\u034f\u200c\u00a0'.repeat(90);

/** How far blocks are apart, in pixels. */
const gapBefore = (block: MailBlock, before: MailBlock | undefined): number =>
  before === undefined
    ? 0
    : block.type === 'heading'
      ? 36
      : before.type === 'heading'
        ? 16
        : block.type === 'button' || before.type === 'button'
          ? 28
          : 22;

const directionOf = (locale: string): 'ltr' | 'rtl' =>
  /^(?:ar|arc|dv|fa|ha|he|khw|ks|ku|ps|ur|yi)(?:-|$)/i.test(locale) ? 'rtl' : 'ltr';

interface FrameProps {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly look: MailLook;
  readonly subject: string;
  readonly preview: string;
  readonly siteName: string;
  readonly home: string;
  readonly main: ReactNode;
  readonly below: ReactNode;
}

/** The card with the site's name above it. */
const Card = ({ dir, look, siteName, home, main, below }: FrameProps) => {
  const start = dir === 'ltr' ? 'left' : 'right';
  const { light } = look;
  return (
    <table {...plainTable} width="100%" style={{ width: '100%', maxWidth: width }}>
      <tbody>
        <tr>
          <td
            className="m-bar m-pad m-flat"
            align={start}
            style={{
              padding: '22px 40px',
              backgroundColor: light.bar,
              borderTop: `3px solid ${light.accent}`,
              borderRadius: `${look.radius}px ${look.radius}px 0 0`,
            }}
          >
            <a
              href={home}
              className="m-bar-ink"
              style={{
                fontFamily: look.heading,
                fontSize: 20,
                lineHeight: '28px',
                color: light.barInk,
                textDecoration: 'none',
              }}
            >
              {siteName}
            </a>
          </td>
        </tr>
        <tr>
          <td
            className="m-card m-pad m-flat"
            align={start}
            style={{
              padding: '20px 40px 44px',
              backgroundColor: light.card,
              borderRadius: `0 0 ${look.radius}px ${look.radius}px`,
            }}
          >
            {main}
          </td>
        </tr>
        {below === null ? null : (
          <tr>
            <td className="m-pad" align={start} style={{ padding: '26px 40px 8px' }}>
              {below}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
};

const Frame = (props: FrameProps) => {
  const { lang, dir, look, subject, preview } = props;
  const { light } = look;
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of the theme's colours */}
        <style dangerouslySetInnerHTML={{ __html: mailCss(look) }} />
      </head>
      <body className="m-around" style={{ margin: 0, padding: 0, backgroundColor: light.around }}>
        <div
          style={
            {
              display: 'none',
              overflow: 'hidden',
              maxHeight: 0,
              maxWidth: 0,
              opacity: 0,
              fontSize: 1,
              lineHeight: '1px',
              color: light.around,
              msoHide: 'all',
            } as CSSProperties
          }
        >
          {preview}
          {filler}
        </div>
        <table {...plainTable} width="100%" className="m-around" style={{ backgroundColor: light.around }}>
          <tbody>
            <tr>
              <td
                align="center"
                className="m-around"
                style={{ padding: '32px 16px 40px' }}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
                dangerouslySetInnerHTML={{
                  __html: outlookBefore + renderToStaticMarkup(<Card {...props} />) + outlookAfter,
                }}
              />
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
};

/** The beginning of an e-mail, as an inbox shows it. */
function beginning(blocks: readonly MailBlock[], context: MailContext): string {
  const first = blocks.find((block) => block.type === 'text');
  const text = first === undefined ? '' : oneLine(plainBlocks([first], context));
  return text.length <= 140 ? text : `${text.slice(0, 140).replace(/\s+\S*$/, '')}…`;
}

/**
 * Renders an e-mail. The output is deterministic.
 * @throws RangeError for an unknown e-mail, ExpressionError when a value in it is missing or cannot be computed
 */
export function renderEmail({
  site: { site, emails, pictures = {} },
  email: id,
  values,
  origin,
  documents,
}: EmailFacts): RenderedEmail {
  const email = emails[id];
  if (email === undefined) throw new RangeError(`There is no e-mail called ${id}.`);
  const look = mailLook(site.theme, email.tone ?? 'plain');
  const dir = directionOf(site.locale);
  const context: MailContext = {
    scope: { ...values, documents },
    documents,
    formatDate: dateFormatter(site.locale, site.timeZone),
    origin,
    linkColor: look.light.accent,
    answers: email.answers,
  };
  const line = (text: Text): string => oneLine(plainMail(text, context));
  const shown = email.blocks.filter(
    (block) =>
      (block.when === undefined || evaluate(block.when, context.scope, context.formatDate) === true) &&
      (block.type !== 'answers' || shownAnswers(block, context).length > 0),
  );
  const title = shown.find((block) => block.type === 'heading');
  const inside: BlockContext = { ...context, look, pictures, start: dir === 'ltr' ? 'left' : 'right', isTitle: false };
  const drawn = (blocks: readonly MailBlock[]): ReactNode =>
    each(blocks, (block, index) => (
      <div style={{ paddingTop: gapBefore(block, blocks[index - 1]) }}>
        {blockView(block, { ...inside, isTitle: block === title })}
      </div>
    ));
  const below = shown.filter((block) => block.type === 'footer');
  const subject = line(email.subject);
  const html = renderToStaticMarkup(
    <Frame
      lang={site.locale}
      dir={dir}
      look={look}
      subject={subject}
      preview={email.preview === undefined ? beginning(shown, context) : line(email.preview)}
      siteName={site.name}
      home={origin + (site.home ?? '/')}
      main={drawn(shown.filter((block) => block.type !== 'footer'))}
      below={below.length === 0 ? null : drawn(below)}
    />,
  );
  const replyTo = email.replyTo === undefined ? '' : line(email.replyTo);
  return {
    subject,
    html: `<!doctype html>${html.replace('</head>', `${outlookHead}</head>`)}`,
    text: plainBlocks(shown, context),
    replyTo: emailPattern.test(replyTo) ? replyTo : null,
  };
}
