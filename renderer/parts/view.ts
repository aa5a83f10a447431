/** What a block's view is given, and what it is. */
import type { ReactNode } from 'react';
import type { Pictures } from '../../engine/definition.ts';
import type { Scope } from '../../engine/expressions/code.ts';
import type { FlowEvent, Screen } from '../../engine/flow/screen.ts';
import type { PageMessages } from '../../engine/messages/catalogue.ts';
import type { Code, Json, Prose, Template, Text } from '../../schemas/compiled.ts';
import type { Block, BlockType, SiteFile } from '../../schemas/generated/types.ts';

export interface View {
  /** The values that expressions read. */
  scope: Scope;
  /** Marked-up text with its values in it. */
  text(t: Text): ReactNode;
  /** The same beside fields: its links open in a new tab, so that nothing typed is left behind. */
  textOfForm(t: Text): ReactNode;
  /** The same without markup, for attributes. */
  plain(t: Text): string;
  /** Paragraphs and lists; stands inside an element with the class of the `copy` recipe. */
  prose(p: Prose): ReactNode;
  /** An address; `#` for one that no visitor may be sent to (such as `javascript:`). */
  href(t: Template): string;
  holds(code: Code): boolean;
  value(code: Code): Json;
  /** The current step of the flow; null on a plain page. */
  screen: Screen | null;
  /** Gives an event to the flow; null where there is none to take it, as on the server. */
  send: ((event: FlowEvent) => void) | null;
  /** Draws blocks whose `when` holds. The first that has a heading gets that level, the others come under it. */
  blocks(list: readonly Block[], heading?: HeadingLevel): ReactNode;
  /** How forms of the flow are posted where no script takes them; null where there is no flow. */
  posting: Posting | null;
  /** What ids begin with, where others on the page draw the same. */
  ids: string;
  /** What the `stage` block draws. */
  stage: ReactNode;
  site: {
    name: string;
    home: string;
    messages: PageMessages;
    pictures?: Pictures | undefined;
    /** What can be put into a calendar, by id. */
    events?: SiteFile['events'] | undefined;
    /** The paths of the page's overlays, by id. */
    overlays?: Readonly<Record<string, string>> | undefined;
  };
}

export interface Posting {
  /** The address of the current step; without one, forms post to the page's own. */
  readonly action: string | undefined;
  /** The visit so far, signed by the server; null on a page that is the same for everybody. */
  readonly log: string | null;
}

export type HeadingLevel = 1 | 2;

export interface BlockProps<B> {
  block: B;
  view: View;
  /** The level of the first heading among the blocks it stands with; left out where another block has that one. */
  heading?: HeadingLevel;
}

export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>;

/** The view of a block type: a pure component, and what shared code may ask about the type. */
export interface BlockView<T extends BlockType> {
  (props: BlockProps<BlockOf<T>>): ReactNode;
  /** Whether this block draws a heading of level `heading`. Left out: never. */
  headed?: (block: BlockOf<T>, ask: (blocks: readonly Block[]) => boolean) => boolean;
  /** Draws the step of a flow, which may bring a heading of its own. */
  host?: true;
  /** Stands outside `<main>` at the top or the bottom of a page. */
  landmark?: true;
  /** Stands around the page of an overlay too. */
  frame?: true;
}

export type BlockViews = { readonly [T in BlockType]: BlockView<T> };
export type { FlowEvent, Screen };
