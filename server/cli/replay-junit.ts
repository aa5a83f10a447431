/** Formats replays as JUnit XML, which continuous integration shows as tests: one case for each trace. */
import { type Difference, shownValue } from '../../engine/trace/differences.ts';
import { type ReplayOutcome, resultOf } from './replay-report.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text for an attribute or an element. XML has no code for most control characters. */
const xml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] as string).replace(/[^\P{Cc}\t\n\r]/gu, '?');

const differenceText = ({ path, of, recorded, replayed }: Difference): string =>
  `${path}${of === undefined ? '' : ` (${of})`}: recorded ${shownValue(recorded)}, replayed ${shownValue(replayed)}`;

/** The element inside a case that has not passed; empty for one that has. */
function outcomeOf(each: ReplayOutcome, whole: boolean): string {
  const element = (name: string, message: string, text = ''): string =>
    `<${name} message="${xml(message)}">${xml(text)}</${name}>`;
  if (each.replay === null) return element('error', each.error);
  const result = resultOf(each, whole);
  const { divergence, missing } = each.replay;
  if (result === 'different' && divergence !== null)
    return element(
      'failure',
      `First difference at step ${divergence.n}: ${divergence.kind}`,
      divergence.differences.map(differenceText).join('\n'),
    );
  if (result !== 'incomplete') return '';
  return element('error', missing === null ? 'The trace has no end.' : `Steps from ${missing[0]} on are missing.`);
}

/**
 * A test suite with a case for each trace: a difference is a failure, an incomplete or unreadable trace an error. Other
 * words pass.
 * @param whole whether an open trace counts as incomplete
 */
export function junitOf(replayed: readonly ReplayOutcome[], whole: boolean): string {
  const outcomes = replayed.map((each) => outcomeOf(each, whole));
  const count = (element: string): number => outcomes.filter((text) => text.startsWith(`<${element} `)).length;
  const cases = replayed.map((each, index) => {
    const flow = each.replay?.head.flow ?? 'unreadable';
    return `  <testcase classname="${xml(flow)}" name="${xml(each.name)}">${outcomes[index]}</testcase>`;
  });
  const totals = `tests="${replayed.length}" failures="${count('failure')}" errors="${count('error')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="funnel replay" ${totals}>`,
    ...cases,
    '</testsuite>',
  ].join('\n');
}
