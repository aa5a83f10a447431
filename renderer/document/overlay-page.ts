/** Renders an overlay as a page of its own, between the header and the footer of its page. */
import type { BlockPlace, PageDefinition } from '../../engine/definition.ts';
import type { Block, Overlay } from '../../schemas/generated/types.ts';
import { filterBlocks } from '../blocks/block-nesting.ts';
import { blockViews } from '../blocks/generated/views.ts';
import type { BegunVisit } from '../contract.ts';

/** The toasts that a flow showed when it closed. */
export type ClosingToasts = BegunVisit['toasts'];

/** The page that an overlay belongs to. */
interface ParentPage {
  readonly path: string;
  /** The text of the link to it. */
  readonly label: string;
}

const isFrame = (block: Block): boolean => 'frame' in blockViews[block.type];

/** Prefixes links to anchors of the parent page with its path. */
function prefixAnchors(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => prefixAnchors(item, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === 'to' && typeof part === 'string' && part.startsWith('#') ? path + part : prefixAnchors(part, path),
    ]),
  );
}

/** A closing toast as a block that stays on the page. */
const noticeOf = ({ title, text, link }: ClosingToasts[number]): Block => ({
  type: 'notice',
  title,
  body: [...(text === '' ? [] : [{ p: text }]), ...(link === undefined ? [] : [{ p: [{ a: [link], to: link }] }])],
});

/** A page and the blocks inside it, at any depth. */
export interface RenderablePage {
  readonly page: PageDefinition;
  readonly held: readonly BlockPlace[];
}

/**
 * The page of an overlay.
 * @param closing the toasts of its flow when it closed; null while it runs
 */
export function overlayPage(
  { page: { page, hash, blocks }, held }: RenderablePage,
  { label }: Overlay,
  parentPage: ParentPage,
  closing: ClosingToasts | null,
): RenderablePage {
  const frame = (block: Block): Block[] => (isFrame(block) ? [prefixAnchors(block, parentPage.path) as Block] : []);
  const first = blocks.findIndex((block) => !isFrame(block));
  const split = first < 0 ? blocks.length : first;
  const own: readonly Block[] = [
    { type: 'text', title: label, align: 'center' },
    ...(closing === null ? [{ type: 'stage' } as const] : closing.map(noticeOf)),
    { type: 'actions', actions: [{ label: parentPage.label, to: parentPage.path }], align: 'center' },
  ];
  const top = new Set(blocks);
  return {
    page: {
      page,
      hash,
      title: label,
      search: 'hidden',
      blocks: [...blocks.slice(0, split).flatMap(frame), ...own, ...blocks.slice(split).flatMap(frame)],
    },
    held: [
      ...own.map((block) => ({ block, parent: null, players: [] })),
      ...filterBlocks(held, (block) => !top.has(block) || isFrame(block)),
    ],
  };
}
