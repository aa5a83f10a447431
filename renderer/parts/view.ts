/** The types of block views and their input. */
import type { ReactNode } from 'react';
import type { Pictures } from '../../engine/definition.ts';
import type { Scope } from '../../engine/expressions/code.ts';
import type { PageMessages } from '../../engine/messages/catalogue.ts';
import type { FlowEvent, Screen } from '../../engine/steps/screen.ts';
import type { Code, Json, Prose, Template, Text } from '../../schemas/compiled.ts';
import type { Block, BlockType, SiteFile } from '../../schemas/generated/types.ts';

export interface View {
  /** The values that expressions read. */
  scope: Scope;
  /** Renders a text with markup and values. */
  text(t: Text): ReactNode;
  /** Like `text`, for texts of a form: links open in a new tab, so that typed values are kept. */
  textOfForm(t: Text): ReactNode;
  /** Renders a text without markup, for attributes. */
  plain(t: Text): string;
  /** Renders paragraphs and lists, inside an element with the class of the `copy` recipe. */
  prose(p: Prose): ReactNode;
  /** Renders an address; `#` for an unsafe one (such as `javascript:`). */
  href(t: Template): string;
  holds(code: Code): boolean;
  value(code: Code): Json;
  /** The current step of the flow; null on a plain page. */
  screen: Screen | null;
  /** Sends an event that no control has, such as that of an entry which is removed; null if no flow is running, as on the server. */
  send: ((event: FlowEvent) => void) | null;
  /** Renders blocks whose `when` holds. The first block with a heading gets that level, the others a lower one. */
  blocks(list: readonly Block[], heading?: HeadingLevel): ReactNode;
  /** How forms of the flow are posted without script; null if there is no flow. */
  posting: Posting | null;
  /** Prefix of ids, where the page contains another view of the same flow. */
  ids: string;
  /** The content of the `stage` block. */
  stage: ReactNode;
  site: {
    name: string;
    home: string;
    messages: PageMessages;
    pictures?: Pictures | undefined;
    /** The entries of `calendar` blocks, by id. */
    events?: SiteFile['calendar'] | undefined;
    /** The paths of the page's overlays, by id. */
    overlays?: Readonly<Record<string, string>> | undefined;
  };
}

export interface Posting {
  /** The address of the current step. Without it, forms post to the page's own address. */
  readonly action: string | undefined;
  /** The session log signed by the server; null on a page that is cached for all visitors. */
  readonly log: string | null;
}

export type HeadingLevel = 1 | 2;

export interface BlockProps<B> {
  block: B;
  view: View;
  /** The level of the first heading in a list of blocks; undefined if another block has that heading. */
  heading?: HeadingLevel;
}

export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>;

/** The view of a block type: a pure component with properties of the type. */
export interface BlockView<T extends BlockType> {
  (props: BlockProps<BlockOf<T>>): ReactNode;
  /** Whether this block renders a heading of level `heading`. Never, if undefined. */
  headed?: (block: BlockOf<T>, areHeaded: (blocks: readonly Block[]) => boolean) => boolean;
  /** Contains the step of a flow, which may have its own heading. */
  host?: true;
  /** Placed outside `<main>` at the top or bottom of a page. */
  landmark?: true;
  /** Also shown on the page of an overlay. */
  frame?: true;
}

export type BlockViews = { readonly [T in BlockType]: BlockView<T> };
export type { FlowEvent, Screen };

/** A block in its smallest valid form, and with all its properties, for the gallery and its tests. */
export interface BlockExamples<T extends BlockType> {
  readonly minimal: BlockOf<T>;
  readonly full: BlockOf<T>;
}
