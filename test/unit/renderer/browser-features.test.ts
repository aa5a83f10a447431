/** Browsers get no feature that the oldest supported one lacks, unless there is a fallback. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recipes } from '../../../renderer/blocks/recipes.ts';
import { buildTheme } from '../../../renderer/theme/theme.ts';
import { missingInScript, missingInStyles, missingInView } from '../../harness/browser-features.ts';
import { projectRoot } from '../../harness/site-server.ts';

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(projectRoot, folder, name), 'utf8'));

const union = (found: readonly ReadonlySet<string>[]): string[] =>
  [...new Set(found.flatMap((each) => [...each]))].sort();

/** The fallback of a feature, or the loss without it. Each entry must be in use. */
const scripts: Readonly<Record<string, string>> = {
  '.requestSubmit': 'boot/submit-form.ts presses the button',
  requestIdleCallback: 'setTimeout, where it is asked for',
  '.connection': 'no adaptation to the network',
  '.fetchPriority': 'ignored',
  '.fromHex': '@noble/hashes asks first',
  '.toHex': '@noble/hashes asks first',
  '.startViewTransition': 'React and the router ask first',
  '.skipTransition': 'only of a transition that was started',
  ViewTransition: 'React asks first',
  '.transferSize': 'React asks first',
  '.currentEntry': 'of `navigation`',
  '.canIntercept': 'of `navigation`',
  navigation: 'React asks first',
  scheduler: 'a name of XState',
};
/** Names of our own properties and of the libraries' that MDN's data use for something else. Add new ones here. */
const ownNames = (
  '.actions .animation .conditions .destroy .device .draw .element .entry .expirationTime .fallback ' +
  '.format .handled .highlights .icon .imageSizes .lost .margin .margin-bottom .margin-top ' +
  '.marginBottom .marginTop .messages .movementX .movementY .navigate .pad .popover .queue .states ' +
  '.subscribe .system .tag .take .to .transition .unsubscribe .use .with'
).split(' ');

const styles: Readonly<Record<string, string>> = {
  ':selection': 'the browser selects in its own colours',
  '@container': 'the pair stands one under the other, as on a phone',
  'container-type': 'as @container',
  'container-type: inline-size': 'as @container',
  '@media (forced-colors)': 'iOS has no such mode',
  '@media (scripting)': 'a toast stays until the next page',
  '@starting-style': 'a dialog opens without moving',
  'accent-color': 'a slider has the colour of the browser',
  ':details-content': 'in print only; older browsers print closed details closed',
  'content-visibility': 'of closed details in print only',
  'content-visibility: visible': 'of closed details in print only',
  'align-content: start': 'known to grids since Safari 10; new on blocks only',
  'place-items: end': 'known since Safari 11; the data have no date',
  'place-items: start': 'known since Safari 11; the data have no date',
  'cursor: crosshair': 'a phone has no pointer',
  'cursor: default': 'a phone has no pointer',
  'cursor: pointer': 'a phone has no pointer',
  'cursor: progress': 'a phone has no pointer',
  'forced-color-adjust': 'iOS has no such mode',
  'forced-color-adjust: none': 'iOS has no such mode',
  'grid-template-rows: subgrid': 'rows of neighbours may differ in height',
  outline: 'does not follow rounded corners before Safari 16.4',
  'overscroll-behavior': 'the page behind may scroll',
  'overscroll-behavior: contain': 'the page behind may scroll',
  resize: 'a text area keeps its size',
  'resize: vertical': 'a text area keeps its size',
  'scrollbar-gutter': 'bars of a phone take no room',
  'scrollbar-gutter: stable': 'bars of a phone take no room',
  'scrollbar-width': 'the bar shows while it is used',
  'scrollbar-width: none': 'the bar shows while it is used',
  'text-wrap': 'lines break where they are full',
  'text-wrap: balance': 'lines break where they are full',
  'text-wrap: pretty': 'lines break where they are full',
};

const views: Readonly<Record<string, string>> = {
  '<details name>': 'boot/disclosures.ts closes the others',
  '<img fetchpriority>': 'ignored',
  '<select size>': 'a phone opens the list, in which only what is found is left',
};

test('scripts', () => {
  const found = union(
    ['client/assets', 'inlined'].flatMap((folder) => filesIn(`dist/${folder}`, '.js')).map(missingInScript),
  );
  expect(found.filter((name) => !ownNames.includes(name))).toEqual(Object.keys(scripts).sort());
});

test('styles', () => {
  const { stylesheet } = buildTheme({}, recipes);
  const pieces = stylesheet.pieces.map(({ css }) => css);
  const found = missingInStyles([stylesheet.reset, ...pieces, ...stylesheet.keyframes.values()].join('\n'));
  expect(union([found])).toEqual(Object.keys(styles).sort());
});

test('views', () => {
  expect(union(filesIn('renderer', '.tsx').map(missingInView))).toEqual(Object.keys(views).sort());
});

describe('the check', () => {
  test.each([
    ['form.requestSubmit()', ['.requestSubmit']],
    ["crypto['randomUUID']()", []],
    ['requestIdleCallback(run)', ['requestIdleCallback']],
    ['/(?<=a)b/.test(x)', ['regular expression: lookbehind']],
    ['class A { static { run(); } }', ['static {}']],
    ['list.toSorted()', ['.toSorted']],
  ])('finds %s in a script', (text, found) => expect([...missingInScript(text)]).toEqual(found));

  test.each([
    ['.a{color:color-mix(in srgb,red,blue)}', ['color-mix()']],
    ['@supports (color:color-mix(in srgb,red,red)){.a{color:color-mix(in srgb,red,blue)}}', []],
    ['.a{overflow:clip}', ['overflow: clip']],
    ['@container (width > 1px){.a{color:red}}', ['@container']],
    ['.a:user-valid{color:red}', [':user-valid']],
  ])('finds %s in styles', (text, found) => expect([...missingInStyles(text)]).toEqual(found));

  test('finds <details name> in views', () =>
    expect([...missingInView('const A = () => <details name="a" />;')]).toEqual(['<details name>']));
});
