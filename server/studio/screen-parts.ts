/** What the conditions of a screen's blocks and fields left of it when a visitor saw it. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { hiddenFields } from '../../engine/forms/conditions.ts';
import { leafOf, type Session, scopeAt, screenOf, stateOf } from '../../engine/session/session.ts';
import { runOf } from '../../engine/trace/replay.ts';
import type { InspectedStep } from '../../renderer/studio/contract.ts';
import type { Code } from '../../schemas/compiled.ts';
import type { ReadSession } from '../timelines/read-sessions.ts';
import { screenTexts } from './flow-map.ts';
import { flowIn } from './traced-session.ts';

type Shown = NonNullable<InspectedStep['shown']>;

/** What a session shows. A condition over signals of a page, such as scroll, is taken to be met. */
function shownBy(session: Session, title: (screen: string) => string): Shown {
  const { flow } = session.compiled;
  const { screen, step } = leafOf(session);
  const form = screenOf(session).form?.definition;
  const hidden = form === undefined ? null : hiddenFields(form.fields, session.snapshot.context.values);
  const holds = (when: Code): boolean => {
    try {
      return evaluate(when, scopeAt(session)) !== false;
    } catch {
      return true;
    }
  };
  return {
    texts: screenTexts(flow.steps[step]?.show, title(screen), holds),
    hidden: [...(hidden ?? [])],
  };
}

/**
 * What each step of a session showed, in their order, as far as it runs on the definitions of today; null where it does not.
 * Empty for a flow without conditions.
 */
export function shownParts(site: SiteDefinition, { course, words }: ReadSession): readonly (Shown | null)[] {
  try {
    const compiled = flowIn(site, course.head);
    const isConditional = [...Object.values(compiled.flow.steps).map(({ show }) => show), compiled.forms].some((each) =>
      JSON.stringify(each ?? null).includes('"when":'),
    );
    if (!isConditional) return [];
    const run = runOf(compiled, course.head);
    return course.steps.map(({ line }) => {
      const { session } = run(line);
      return stateOf(session) === line.state ? shownBy(session, words.screen) : null;
    });
  } catch {
    // The flow is another one today.
    return [];
  }
}
