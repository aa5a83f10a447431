/** Creates the `View` that blocks render with, on the server and in an island. */
import type { ReactNode } from 'react';
import type { FormatDate, Scope } from '../../engine/expressions/code.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import type { FlowEvent, Screen } from '../../engine/steps/screen.ts';
import type { Code } from '../../schemas/compiled.ts';
import type { Block } from '../../schemas/generated/types.ts';
import { safeHref } from '../text/href.ts';
import { renderPlain, renderPlainTemplate, renderProse, renderText } from '../text/text.ts';
import { fixNames, readsPage, withPage } from './page-signals.ts';
import type { BlockProps, BlockView, BlockViews, HeadingLevel, View } from './view.ts';

export interface ViewInput {
  readonly views: BlockViews;
  readonly scope: Scope;
  readonly formatDate?: FormatDate | undefined;
  readonly site: View['site'];
  readonly screen?: Screen | null;
  readonly send?: ((event: FlowEvent) => void) | null;
  readonly posting?: View['posting'];
  readonly stage?: ReactNode;
  /** Prefix of ids, where the page contains another view of the same flow. */
  readonly ids?: string;
}

/** A block's view without the type of its block. */
type AnyView = BlockView<Block['type']> & {
  headed?: (block: Block, areHeaded: (blocks: readonly Block[]) => boolean) => boolean;
};

const viewOf = (views: BlockViews, block: Block): AnyView => views[block.type] as AnyView;

/** Whether one of the blocks renders a heading. */
export const areHeaded = (views: BlockViews, blocks: readonly Block[]): boolean =>
  blocks.some((block) => viewOf(views, block).headed?.(block, (inner) => areHeaded(views, inner)) ?? false);

/**
 * Creates the view of a page or a screen.
 * Its functions throw `ExpressionError` when a value cannot be computed, so that no block is rendered incompletely.
 */
export function createView({ views, formatDate, site, screen, send, posting, stage, ids, ...input }: ViewInput): View {
  const scope = withPage(input.scope as Scope);
  const context = { scope, formatDate, newTab: site.messages.newTab };
  const value = (code: Code) => evaluate(code, scope, formatDate);
  const holds = (code: Code): boolean => {
    const result = value(code);
    if (typeof result !== 'boolean') throw new TypeError('A condition must be true or false.');
    return result;
  };
  const blocks = (list: readonly Block[], heading: HeadingLevel = 2): ReactNode => {
    const shown = list
      .map((block, index) => ({ block, index, live: readsPage(block.when) }))
      .filter(({ block, live }) => block.when === undefined || live || holds(block.when));
    const fixed = shown.filter(({ live }) => !live);
    // If no block has a heading, the title of the first becomes one.
    const first = (fixed.find(({ block }) => areHeaded(views, [block])) ?? fixed[0])?.index;
    return shown.map(({ block, index, live }) => {
      const BlockComponent = viewOf(views, block) as (props: BlockProps<Block>) => ReactNode;
      // The key is the place in the definition, so that a block that appears does not remount the others.
      const own = index === first ? { heading } : {};
      const rendered = <BlockComponent key={index} block={block} view={view} {...own} />;
      if (!live) return rendered;
      const when = block.when as Code;
      return (
        <div key={index} data-when={JSON.stringify(fixNames(when, scope))} hidden={!holds(when)}>
          {rendered}
        </div>
      );
    });
  };
  const view: View = {
    scope,
    text: (text) => renderText(text, context),
    textOfForm: (text) => renderText(text, { ...context, isForm: true }),
    plain: (text) => renderPlain(text, context),
    prose: (prose) => renderProse(prose, context),
    href: (template) => safeHref(renderPlainTemplate(template, context)),
    holds,
    value,
    screen: screen ?? null,
    send: send ?? null,
    posting: posting ?? null,
    blocks,
    stage: stage ?? null,
    ids: ids ?? '',
    site,
  };
  return view;
}
