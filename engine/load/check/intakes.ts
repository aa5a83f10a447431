import { nearest } from '../../text/nearest.ts';
import { acceptedBy } from '../compile/intake.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';

/** Checks what an intake says about its records: that they are kept somewhere and found by something it accepts. */
export function checkIntake(draft: Draft, intake: IntakeSource): void {
  const { report, broken } = draft;
  const { source, data, path } = intake;
  if (data.collection === undefined) report.add('intake-collection', source, source.place(path, { key: true }));
  if (intake.method === 'GET' && data.subject === undefined)
    report.add('intake-subject', source, source.place(path, { key: true }));

  const checkCollection = (name: string | undefined, at: readonly string[]) => {
    if (name === undefined || draft.posts.has(name) || broken.has('api')) return;
    const filled = [...draft.posts.keys()];
    report.add('collection-unknown', source, source.place([...path, ...at]), {
      name,
      near: nearest(name, filled),
      known: filled,
    });
  };
  if (intake.method === 'GET') checkCollection(data.collection, ['collection']);
  checkCollection(data.requires?.collection, ['requires', 'collection']);

  if (data.form === undefined || draft.forms.has(data.form)) {
    const known = Object.keys(acceptedBy(draft, data));
    const checkAccepted = (name: string, at: readonly (string | number)[]) => {
      if (!known.includes(name))
        report.add('accepted-unknown', source, source.place([...path, ...at]), {
          name,
          near: nearest(name, known),
          known,
        });
    };
    if (data.subject !== undefined) checkAccepted(data.subject, ['subject']);
    data.once?.by.forEach((name, index) => {
      checkAccepted(name, ['once', 'by', index]);
    });
  }
  const computed = draft.flows.get(data.verifies?.flow ?? '')?.data.computes;
  const flowKnown = draft.flows.has(data.verifies?.flow ?? '');
  data.verifies?.values.forEach((name, index) => {
    const known = Object.keys(computed ?? {});
    if (flowKnown && !known.includes(name))
      report.add('computed-unknown', source, source.place([...path, 'verifies', 'values', index]), {
        name,
        near: nearest(name, known),
        known,
      });
  });
}
