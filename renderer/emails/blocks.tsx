/** The blocks of an e-mail as HTML: tables and inline styles, which every mail program shows alike. */
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { Pictures } from '../../engine/definition.ts';
import type { Prose, Text } from '../../schemas/compiled.ts';
import type { MailBlock } from '../../schemas/generated/types.ts';
import { each } from '../parts/each.ts';
import { assetHref } from '../text/href.ts';
import { shownAnswers } from './answers.ts';
import type { MailLook } from './look.ts';
import { buttonAddress, type MailContext, mailAddress, mailText, plainMail } from './words.ts';

export interface BlockContext extends MailContext {
  readonly look: MailLook;
  readonly pictures: Pictures;
  /** Left in a language that is written from left to right. */
  readonly start: 'left' | 'right';
  /** Whether the block is the first heading. */
  readonly isTitle: boolean;
}

type BlockOf<T extends MailBlock['type']> = Extract<MailBlock, { type: T }>;
type View<T extends MailBlock['type']> = (block: BlockOf<T>, context: BlockContext) => ReactElement;

/** The width of the text in a card, in pixels. */
const measure = 520;

/** The attributes of a table that only arranges. */
export const plainTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

const paragraph = (look: MailLook, size: number, color: string = look.light.fg): CSSProperties => ({
  margin: '0 0 16px',
  fontFamily: look.body,
  fontSize: size,
  lineHeight: 1.6,
  color,
});

const textClass = { fg: 'm-fg', muted: 'm-muted', small: 'm-small' } as const;

/** Paragraphs and lists. */
function paragraphs(
  prose: Prose,
  context: BlockContext,
  { size, tone }: { size: number; tone: keyof typeof textClass },
): ReactNode {
  const { look } = context;
  const colors = { fg: look.light.fg, muted: look.light.muted, small: look.light.aroundMuted };
  const style = paragraph(look, size, colors[tone]);
  return each(prose, (part, index) => {
    const last = index === prose.length - 1 ? { marginBottom: 0 } : {};
    const shared = { className: textClass[tone] };
    if ('p' in part)
      return (
        <p {...shared} style={{ ...style, ...last }}>
          {mailText(part.p, context)}
        </p>
      );
    return (
      <ul
        {...shared}
        style={{
          ...style,
          ...last,
          paddingLeft: context.start === 'left' ? 22 : 0,
          paddingRight: context.start === 'left' ? 0 : 22,
        }}
      >
        {each(part.ul, (item) => (
          <li style={{ margin: '0 0 6px' }}>{mailText(item, context)}</li>
        ))}
      </ul>
    );
  });
}

const heading: View<'heading'> = ({ eyebrow, text }, context) => {
  const { look, isTitle } = context;
  const style: CSSProperties = {
    margin: 0,
    fontFamily: look.heading,
    fontSize: isTitle ? 32 : 22,
    lineHeight: isTitle ? 1.2 : 1.3,
    fontWeight: 500,
    color: look.light.fg,
  };
  return (
    <>
      {eyebrow === undefined ? null : (
        <p
          className="m-accent"
          style={{
            ...paragraph(look, 13, look.light.accent),
            margin: '0 0 10px',
            lineHeight: 1.4,
            fontWeight: 600,
            letterSpacing: '0.06em',
            textTransform: 'uppercase',
          }}
        >
          {mailText(eyebrow, context)}
        </p>
      )}
      {isTitle ? (
        <h1 className="m-fg m-h1" style={style}>
          {mailText(text, context)}
        </h1>
      ) : (
        <h2 className="m-fg" style={style}>
          {mailText(text, context)}
        </h2>
      )}
    </>
  );
};

const sizes = { lead: 18, normal: 16, small: 14 } as const;
const text: View<'text'> = ({ body, size = 'normal' }, context) => (
  <>{paragraphs(body, context, { size: sizes[size], tone: size === 'small' ? 'muted' : 'fg' })}</>
);

/** Outlook ignores the padding of a link, so that the cell is the button there (`mso-padding-alt`). */
const button: View<'button'> = (block, context) => {
  const { label, emphasis = 'strong', note } = block;
  const { look, start } = context;
  const { light } = look;
  const strong = emphasis === 'strong';
  const cell = {
    borderRadius: look.buttonRadius,
    backgroundColor: strong ? light.button : 'transparent',
    border: `1px solid ${light.button}`,
    msoPaddingAlt: '15px 30px',
  } as CSSProperties;
  return (
    <>
      <table {...plainTable} className="m-wide" align={start}>
        <tbody>
          <tr>
            <td className={strong ? 'm-button m-outline' : 'm-outline'} style={cell}>
              <a
                href={buttonAddress(block, context)}
                className={strong ? 'm-button-ink' : 'm-fg'}
                style={{
                  display: 'inline-block',
                  padding: '15px 30px',
                  fontFamily: look.body,
                  fontSize: 16,
                  lineHeight: '20px',
                  fontWeight: 600,
                  color: strong ? light.buttonInk : light.fg,
                  textDecoration: 'none',
                }}
              >
                {mailText(label, context)}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <div style={{ clear: 'both', fontSize: 0, lineHeight: 0 }} />
      {note === undefined ? null : (
        <p className="m-muted" style={{ ...paragraph(look, 14, light.muted), margin: '12px 0 0' }}>
          {mailText(note, context)}
        </p>
      )}
    </>
  );
};

/** The heading above a list. */
const listTitle = (title: Text | undefined, context: BlockContext): ReactNode =>
  title === undefined ? null : (
    <h2
      className="m-fg"
      style={{
        margin: '0 0 14px',
        fontFamily: context.look.heading,
        fontSize: 20,
        lineHeight: 1.3,
        fontWeight: 500,
        color: context.look.light.fg,
      }}
    >
      {mailText(title, context)}
    </h2>
  );

const listRow = (look: MailLook): CSSProperties =>
  ({ ...paragraph(look, 16), margin: 0, padding: '0 0 10px', verticalAlign: 'top' }) as CSSProperties;

const marks = { check: '✓', dash: '–' } as const;
const list: View<'list'> = ({ title, marker = 'check', items }, context) => {
  const { look, start } = context;
  const row = listRow(look);
  return (
    <>
      {listTitle(title, context)}
      {/* biome-ignore lint/a11y/useSemanticElements: Outlook draws a mark of its own before each li */}
      <table {...plainTable} role="list" width="100%">
        <tbody role="presentation">
          {each(items, (item, index) => (
            // biome-ignore lint/a11y: see above
            <tr role="listitem">
              <td
                role="presentation"
                className="m-accent"
                width={34}
                align={start}
                style={{ ...row, color: look.light.accent, fontWeight: 600, width: 34 }}
              >
                <span aria-hidden={marker === 'number' ? undefined : true}>
                  {marker === 'number' ? `${index + 1}.` : marks[marker]}
                </span>
              </td>
              <td role="presentation" className="m-fg" align={start} style={row}>
                {mailText(item, context)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

const answers: View<'answers'> = (block, context) => {
  const { look, start } = context;
  const row = listRow(look);
  return (
    <>
      {listTitle(block.title, context)}
      <table cellPadding={0} cellSpacing={0} border={0} width="100%">
        <tbody>
          {each(shownAnswers(block, context), ({ label, text: answer }) => (
            <tr>
              <th
                scope="row"
                className="m-muted"
                align={start}
                style={{
                  ...row,
                  width: '40%',
                  fontWeight: 400,
                  color: look.light.muted,
                  ...(start === 'left' ? { paddingRight: 16 } : { paddingLeft: 16 }),
                }}
              >
                {label}
              </th>
              <td className="m-fg" align={start} style={row}>
                {answer}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

const image: View<'image'> = ({ image: asset, alt, width, to }, context) => {
  const { look, origin, pictures } = context;
  const natural = pictures[asset];
  const shown = Math.min(width ?? natural?.width ?? measure, measure);
  const height = natural === undefined ? {} : { height: Math.round((shown * natural.height) / natural.width) };
  const picture = (
    <img
      src={origin + assetHref(asset)}
      alt={plainMail(alt, context)}
      width={shown}
      {...height}
      // Without it, React writes a preload link before the picture.
      fetchPriority="low"
      style={{
        display: 'block',
        width: shown,
        maxWidth: '100%',
        height: 'auto',
        border: 0,
        fontFamily: look.body,
        fontSize: 14,
        lineHeight: 1.5,
        color: look.light.muted,
      }}
    />
  );
  return to === undefined ? picture : <a href={mailAddress(to, context)}>{picture}</a>;
};

const panel: View<'panel'> = ({ title, body }, context) => {
  const { look, start } = context;
  const edge = `3px solid ${look.light.accent}`;
  return (
    <table {...plainTable} width="100%">
      <tbody>
        <tr>
          <td
            className="m-panel"
            align={start}
            style={{
              padding: '22px 24px',
              backgroundColor: look.light.panel,
              ...(start === 'left' ? { borderLeft: edge } : { borderRight: edge }),
            }}
          >
            {title === undefined ? null : (
              <h2
                className="m-fg"
                style={{
                  margin: '0 0 8px',
                  fontFamily: look.heading,
                  fontSize: 19,
                  lineHeight: 1.35,
                  fontWeight: 500,
                  color: look.light.fg,
                }}
              >
                {mailText(title, context)}
              </h2>
            )}
            {paragraphs(body, context, { size: 16, tone: 'fg' })}
          </td>
        </tr>
      </tbody>
    </table>
  );
};

const divider: View<'divider'> = (_, { look }) => (
  <table {...plainTable} width="100%">
    <tbody>
      <tr>
        <td
          className="m-line"
          style={{ borderTop: `1px solid ${look.light.line}`, fontSize: 0, lineHeight: 0, height: 1 }}
        >
          {'\u00a0'}
        </td>
      </tr>
    </tbody>
  </table>
);

const signature: View<'signature'> = ({ closing, name, role }, context) => {
  const { look } = context;
  return (
    <>
      {closing === undefined ? null : (
        <p className="m-fg" style={{ ...paragraph(look, 16), margin: '0 0 8px' }}>
          {mailText(closing, context)}
        </p>
      )}
      <p
        className="m-fg"
        style={{ margin: 0, fontFamily: look.heading, fontSize: 20, lineHeight: 1.3, color: look.light.fg }}
      >
        {mailText(name, context)}
      </p>
      {role === undefined ? null : (
        <p className="m-muted" style={{ ...paragraph(look, 14, look.light.muted), margin: '2px 0 0' }}>
          {mailText(role, context)}
        </p>
      )}
    </>
  );
};

const footer: View<'footer'> = ({ body }, context) => (
  <>{paragraphs(body, { ...context, linkColor: context.look.light.aroundMuted }, { size: 13, tone: 'small' })}</>
);

/** The views of all blocks. A missing type does not compile. */
const views: { readonly [T in MailBlock['type']]: View<T> } = {
  heading,
  text,
  button,
  list,
  answers,
  image,
  panel,
  divider,
  signature,
  footer,
};

/** A block as HTML. @throws ExpressionError when a value in it cannot be computed */
export const blockView = (block: MailBlock, context: BlockContext): ReactElement =>
  (views[block.type] as View<MailBlock['type']>)(block as never, context);
