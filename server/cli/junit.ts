/** JUnit XML, which continuous integration shows as tests. */

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

/** One test; one without an outcome has passed. */
export interface JunitCase {
  readonly group: string;
  readonly name: string;
  readonly outcome: {
    readonly kind: 'failure' | 'error';
    readonly message: string;
    readonly text?: string;
  } | null;
}

/** @param name of the suite */
export function junitSuite(name: string, cases: readonly JunitCase[]): string {
  const count = (kind: string): number => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  const lines = cases.map(({ group, name: own, outcome }) => {
    const inner =
      outcome === null
        ? ''
        : `<${outcome.kind} message="${xml(outcome.message)}">${xml(outcome.text ?? '')}</${outcome.kind}>`;
    return `  <testcase classname="${xml(group)}" name="${xml(own)}">${inner}</testcase>`;
  });
  const totals = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${xml(name)}" ${totals}>`,
    ...lines,
    '</testsuite>',
  ].join('\n');
}
