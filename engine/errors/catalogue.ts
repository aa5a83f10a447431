/**
 * All mistakes that the loader finds in definitions. Codes are permanent. `README.md` explains how to write an error.
 */

import { soleNearest } from './nearest.ts';
import type { Claim, ProblemFix } from './problem.ts';

export interface Entry<Args> {
  /** Defaults to an error. */
  readonly severity?: 'warning' | 'note';
  /** A few words for lists. */
  readonly title: string;
  readonly message: (args: Args) => string;
  /** The correction, if only one is possible: `engine/fix` makes it. */
  readonly fix?: (args: Args) => ProblemFix | undefined;
  /** What to do. */
  readonly hint?: string | ((args: Args) => string | undefined);
}

const entry = <Args = void>(it: Entry<Args>): Entry<Args> => it;

export const listed = (names: readonly string[]): string =>
  names.length > 12 ? `${names.slice(0, 12).join(', ')} … (${names.length})` : names.join(', ');
interface UnknownName {
  name: string;
  near: string | undefined;
  known: readonly string[];
}
const meant = ({ near, known }: UnknownName): string =>
  near !== undefined ? `Did you mean ${near}?` : known.length > 0 ? `Known: ${listed(known)}.` : 'None exists yet.';
/** The correction of a misspelt name; undefined if several are possible. */
function respelt(name: string, { near, known }: Omit<UnknownName, 'name'>): ProblemFix | undefined {
  const sole = near === undefined ? undefined : soleNearest(name, known);
  return sole === undefined ? undefined : { was: name, now: sole };
}
const fixName = ({ name, ...others }: UnknownName): ProblemFix | undefined => respelt(name, others);
const unknown = (title: string, what: string): Entry<UnknownName> => ({
  title,
  fix: fixName,
  message: ({ name }) => `There is no ${what} called ${name}.`,
  hint: meant,
});

export const authorErrors = {
  // Files
  'site-missing': entry({
    title: 'No site.yaml',
    message: () => 'There is no site.yaml at the root of the funnels folder.',
    hint: 'Add one with site, name, url, locale, timeZone and currency.',
  }),
  'time-zone-unknown': entry<{ zone: string; near: string | undefined; example: string | undefined }>({
    title: 'An unknown time zone',
    message: ({ zone }) => `There is no time zone called ${zone}.`,
    hint: ({ near, example }) =>
      near === undefined
        ? `Write an IANA name, a region and a city${example === undefined ? '' : `, such as ${example}`}.`
        : `Did you mean ${near}?`,
  }),
  'file-unknown': entry<{ near: string | undefined }>({
    title: 'A file of an unknown kind',
    message: () => 'The name of this file does not show which kind of definition it contains.',
    hint: ({ near }) =>
      near === undefined
        ? 'Name it <id>.page.yaml, .flow.yaml, .form.yaml, .api.yaml, .part.yaml, .collection.yaml, .email.yaml, .document.yaml or .funnel.yaml (or .yml, .json); only site.yaml has no id, and it belongs at the root.'
        : `Did you mean ${near}?`,
  }),
  'file-twice': entry<{ other: string }>({
    title: 'Two files of the same name',
    message: ({ other }) => `${other} has the same name with another ending.`,
    hint: 'Delete one of the two files.',
  }),
  'file-ignored': entry<{ near: string }>({
    severity: 'warning',
    title: 'A copy that is ignored',
    message: () => 'This looks like a copy of a definition that an editor left behind. It is ignored.',
    hint: ({ near }) => `Delete it, or rename it to ${near}.`,
  }),
  'file-too-big': entry<{ bytes: number; most: number }>({
    title: 'A file over the size limit',
    message: ({ bytes, most }) => `This file has ${bytes} bytes; the limit is ${most}.`,
    hint: 'Split it into several pages, flows or forms.',
  }),
  'file-encoding': entry({
    title: 'A file that is not UTF-8',
    message: () => 'The byte at this place is not valid UTF-8, so visitors would see � instead.',
    hint: 'Save the file as UTF-8 ("Save with encoding" in most editors) and type this character again.',
  }),
  'file-too-deep': entry<{ most: number }>({
    title: 'Nesting over the limit',
    message: ({ most }) => `This is nested more than ${most} levels deep.`,
    hint: 'No definition needs that many levels: check the indentation and the brackets.',
  }),
  'file-empty': entry({
    title: 'An empty file',
    message: () => 'This file is empty.',
    hint: 'Write its definition or delete it.',
  }),
  'yaml-syntax': entry<{ reason: string; hint?: string; isRead?: boolean }>({
    title: 'A YAML syntax error',
    message: ({ reason, isRead }) =>
      `${isRead === true ? 'This YAML means something else than it seems to' : 'This is not well-formed YAML'}: ${reason}`,
    hint: ({ hint }) => hint ?? 'A text that contains ": " or starts with { [ * & ! % @ needs quotes around it.',
  }),
  'yaml-tab': entry({
    title: 'A tab as indentation',
    message: () => 'This line is indented with a tab; YAML allows only spaces.',
    hint: 'Replace each tab by two spaces, here and on the other lines: editors have a command for it, such as "Convert indentation to spaces".',
  }),
  'yaml-duplicate-key': entry<{ key: string }>({
    title: 'A duplicate key',
    message: ({ key }) => `The key ${key} occurs twice here.`,
    hint: 'Keep one of them.',
  }),
  'yaml-too-many-aliases': entry({
    title: 'Aliases over the limit',
    message: () => 'The aliases (*name) of this file expand to too much data.',
    hint: 'Write the values out, or store them as facts.',
  }),
  'key-not-text': entry<{ key: string }>({
    title: 'A key that is not a text',
    message: ({ key }) => `The key ${key} is not a text.`,
    fix: ({ key }) => ({ was: key, now: `'${key}'` }),
    hint: 'Put it in quotes.',
  }),
  'key-forbidden': entry<{ key: string }>({
    title: 'A forbidden key',
    message: ({ key }) => `${key} cannot be used as a key.`,
    hint: 'Choose another name.',
  }),
  'number-not-finite': entry<{ written: string }>({
    title: 'A number that is not finite',
    message: ({ written }) => `${written} is not a finite number.`,
    hint: 'Write a finite number, or put a text in quotes.',
  }),

  // Accepted warnings
  'accept-without-reason': entry<{ code: string }>({
    severity: 'warning',
    title: 'An acceptance without a reason',
    message: ({ code }) => `This accepts ${code} without giving a reason.`,
    hint: ({ code }) => `Write the reason after it: # accept ${code}: the client asked for it`,
  }),
  'accept-unused': entry<{ code: string; near: string | undefined; isError: boolean }>({
    severity: 'warning',
    title: 'An acceptance without a warning',
    message: ({ code, isError }) =>
      isError
        ? `${code} is an error; only warnings and notes can be accepted.`
        : `There is no warning ${code} here that this could accept.`,
    hint: ({ near }) =>
      near === undefined
        ? 'Remove it, or move it to the line of the warning or the line above.'
        : `Did you mean ${near}?`,
  }),

  // Shape
  'shape-unknown-key': entry<{
    key: string;
    where: string;
    near: string | undefined;
    known: readonly string[];
    /** What to write in place of a key that has its place elsewhere. */
    instead?: string | undefined;
  }>({
    title: 'An unknown key',
    message: ({ key, where }) => `${where} has no key ${key}.`,
    fix: ({ key, instead, ...others }) => (instead === undefined ? respelt(key, others) : undefined),
    hint: ({ instead, ...others }) => instead ?? meantKey(others),
  }),
  'shape-renamed-key': entry<{ key: string; now: string }>({
    title: 'A renamed key',
    message: ({ key, now }) => `\`${key}\` is now \`${now.replaceAll('.', ': ')}\`.`,
    hint: '`npx funnel migrate funnels` rewrites it, together with all other renamed keys.',
  }),
  'shape-missing-key': entry<{ key: string; where: string; about: string | undefined }>({
    title: 'A missing key',
    message: ({ key, where }) => `${where} needs the key ${key}.`,
    hint: ({ key, about }) => `Add ${key}:${about === undefined ? '' : ` ${about}`}`,
  }),
  'shape-wrong-type': entry<{ wanted: string; found: string; example: string | undefined; about: string | undefined }>({
    title: 'A value of the wrong type',
    message: ({ wanted, found }) => `This should be ${wanted}, but it is ${found}.`,
    hint: ({ example, about }) => (example === undefined ? about : `For example: ${example}`),
  }),
  'shape-not-one-of': entry<{ found: string; near: string | undefined; known: readonly string[] }>({
    title: 'A value that is not allowed',
    message: ({ found }) => `${found} is not allowed here.`,
    fix: ({ found, ...others }) => respelt(found, others),
    hint: ({ near, known }) =>
      near === undefined ? `Write ${known.length > 1 ? 'one of ' : ''}${listed(known)}.` : `Did you mean ${near}?`,
  }),
  'shape-unknown-block': entry<UnknownName>({
    title: 'An unknown block type',
    message: ({ name }) => `There is no block of type ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'shape-form': entry<{ found: string; about: string | undefined; examples: readonly string[]; instead?: string }>({
    title: 'A text in the wrong format',
    message: ({ found, about }) => `${found} has the wrong format.${about === undefined ? '' : ` Expected: ${about}`}`,
    hint: ({ examples, instead }) =>
      instead !== undefined
        ? `Write / in place of \\: ${instead}`
        : examples.length === 0
          ? undefined
          : `For example: ${examples.join(', ')}`,
  }),
  'shape-bounds': entry<{ reason: string }>({
    title: 'A value outside its limits',
    message: ({ reason }) => `This ${reason}.`,
    hint: 'Keep the value within the limit.',
  }),

  // Names and references
  'id-taken': entry<{ kind: string; id: string; other: string }>({
    title: 'A duplicate id',
    message: ({ kind, id, other }) => `The ${kind} ${id} is already defined in ${other}.`,
    hint: 'Give one of them another id.',
  }),
  'name-reserved': entry<{ name: string }>({
    title: 'A reserved name',
    message: ({ name }) => `The name ${name} is reserved: expressions read a value of the engine under it.`,
    hint: 'Choose another name.',
  }),
  'name-taken': entry<{ name: string; what: string }>({
    title: 'A duplicate name',
    message: ({ name, what }) => `${name} is already the name of ${what}.`,
    hint: 'Rename one of them: expressions cannot distinguish them.',
  }),
  'page-unknown': unknown('An unknown page', 'page'),
  'flow-unknown': unknown('An unknown flow', 'flow'),
  'form-unknown': unknown('An unknown form', 'form'),
  'step-unknown': unknown('An unknown step', 'step in this flow'),
  'questions-unknown': unknown('An unknown set of questions', 'set of questions in this flow'),
  'field-unknown': unknown('An unknown field', 'field in this form'),
  'asset-missing': unknown('A missing asset', 'file in the funnels folder'),
  'asset-unused': entry<{ path: string }>({
    severity: 'note',
    title: 'An unused asset',
    message: ({ path }) => `No definition and no code of the site contains ${path}.`,
    hint: ({ path }) =>
      `Delete the file. If it is needed nevertheless, say what for, in a comment of a definition: # ${path}: the drawing of the social card`,
  }),
  'endpoint-unknown': entry<UnknownName>({
    title: 'An unknown endpoint',
    message: ({ name }) => `No intake has the path ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'endpoint-method': entry<{ path: string; offered: string; called: string }>({
    title: 'The wrong method',
    message: ({ path, offered, called }) => `${path} is called with ${called}, but its intake has ${offered}.`,
    hint: ({ offered }) => `Write ${offered}: instead.`,
  }),
  'endpoint-taken': entry<{ path: string; other: string }>({
    title: 'Two intakes on one path',
    message: ({ path, other }) => `${path} already belongs to the intake ${other}.`,
    hint: 'Give one of them another path.',
  }),
  'route-taken': entry<{ route: string; other: string }>({
    title: 'Two pages on one path',
    message: ({ route, other }) => `${route} already belongs to ${other}.`,
    hint: 'Remove the path from one of them.',
  }),
  'route-reserved': entry<{ route: string; own: string }>({
    title: 'A reserved path',
    message: ({ route, own }) =>
      `${own.endsWith('/') ? `All paths below ${own} are` : `The path ${own} is`} reserved for the server, so no page can be shown at ${route}.`,
    hint: 'Choose another path.',
  }),
  'link-unknown-route': entry<{ route: string; near: string | undefined }>({
    title: 'A link to a missing page',
    message: ({ route }) => `No page or step has the path ${route}.`,
    hint: ({ near }) => (near === undefined ? 'Add the page, or link to an existing path.' : `Did you mean ${near}?`),
  }),
  'link-unknown-anchor': entry<{ anchor: string; near: string | undefined; known: readonly string[] }>({
    title: 'An unknown anchor',
    message: ({ anchor }) => `No block here has the id ${anchor}.`,
    fix: ({ anchor, ...others }) => respelt(anchor, others),
    hint: ({ near, known }) =>
      near !== undefined
        ? `Did you mean #${near}?`
        : known.length > 0
          ? `Known: ${listed(known)}.`
          : 'Give the block an id.',
  }),
  'link-malformed': entry<{ href: string }>({
    title: 'A malformed address',
    message: ({ href }) => `${href} is not an address that a visitor can open.`,
    hint: 'Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
  }),
  'link-host-undeclared': entry<{ host: string }>({
    severity: 'warning',
    title: 'An undeclared host',
    message: ({ host }) => `Visitors are sent to ${host}, which is not among the allowed hosts of the site.`,
    hint: ({ host }) => `If you trust ${host}, add it to allowedHosts in site.yaml.`,
  }),

  // Funnels in one file
  'funnel-shape': entry<{ reason: string; fix: string }>({
    title: 'A funnel whose keys do not fit together',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),

  // Questions with a type
  'question-shape': entry<{ reason: string; fix: string }>({
    title: 'Questions that cannot be asked',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),

  'flow-call': entry<{ reason: string; fix: string }>({
    title: 'A call of a flow that cannot be made',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),
  'flow-uncalled': entry<{ flow: string }>({
    severity: 'warning',
    title: 'A flow that no flow calls',
    message: ({ flow }) => `${flow} has input or returns, but no flow calls it.`,
    hint: ({ flow }) => `Call it in a step: call: ${flow}.`,
  }),

  // Pages
  'page-empty': entry<{ page: string }>({
    severity: 'warning',
    title: 'An empty page',
    message: ({ page }) => `The page ${page} has no blocks, so that visitors see nothing.`,
    hint: 'Add a block, such as { type: hero, title: … }, or delete the file.',
  }),
  'sticky-twice': entry({
    severity: 'warning',
    title: 'Two sticky bars',
    message: () => 'A sticky bar is already here, and this one lies on it.',
    hint: 'Keep one of them, or show each by a condition (when:).',
  }),
  'page-unused': entry<{ page: string }>({
    title: 'A page that is never shown',
    message: ({ page }) => `The page ${page} has no paths, and no flow uses it.`,
    hint: 'Give it paths, name it as the page of a flow, or delete it.',
  }),
  'page-unlinked': entry<{ path: string }>({
    severity: 'note',
    title: 'A page that nothing links to',
    message: ({ path }) => `No other page, flow, e-mail or intake leads to ${path}.`,
    hint: 'Link to it, or delete it. If visitors come from elsewhere, such as an advertisement or a payment page, write that above this line: # accept page-unlinked: an advertisement leads here',
  }),
  'page-with-flow-has-paths': entry<{ page: string }>({
    title: 'A frame with paths',
    message: ({ page }) => `The page ${page} is the frame of a flow, so its steps have the paths.`,
    hint: 'Move the paths to the steps.',
  }),
  'stage-missing': entry<{ page: string; flow: string }>({
    title: 'A frame without a stage',
    message: ({ page, flow }) => `The page ${page} is the frame of the flow ${flow}, but has no place for its steps.`,
    hint: 'Add a block of type stage where the steps belong.',
  }),
  'block-out-of-place': entry<{ block: string; needs: string }>({
    title: 'A block in the wrong place',
    message: ({ block, needs }) => `A ${block} block works only on ${needs}.`,
    hint: 'Remove it, or add what it needs.',
  }),
  'block-missing': entry<{ block: string; because: string }>({
    title: 'A step without its block',
    message: ({ block, because }) => `This step ${because}, but shows no ${block} block.`,
    hint: ({ block }) => `Add "- type: ${block}" to its blocks.`,
  }),
  'not-found-twice': entry<{ other: string }>({
    title: 'Two not-found pages',
    message: ({ other }) => `The page ${other} already has the role not-found.`,
    hint: 'Keep one of them.',
  }),
  'not-found-missing': entry({
    severity: 'warning',
    title: 'No not-found page',
    message: () => 'There is no not-found page to show for unknown paths.',
    hint: 'Add a page with role: not-found, or write notFound: redirect.',
  }),

  // Parts and collections
  'part-unknown': unknown('An unknown part', 'part'),
  'part-in-part': entry({
    title: 'A part inside a part',
    message: () => 'A part contains blocks, but no other parts.',
    hint: 'Use the other part next to this one, or write its blocks here.',
  }),
  'part-unused': entry<{ part: string }>({
    severity: 'warning',
    title: 'An unused part',
    message: ({ part }) => `No page or flow uses the part ${part}.`,
    hint: ({ part }) => `Write "- { type: part, part: ${part} }" where its blocks belong, or delete it.`,
  }),
  'for-each-unknown': unknown('An unknown collection', 'collection'),
  'for-each-path': entry<{ path: string }>({
    title: 'A repeated page without its own path',
    message: ({ path }) =>
      path === ''
        ? 'This page is repeated for a collection, but has no paths.'
        : `This page is repeated for a collection, but every repetition has the path ${path}.`,
    hint: 'Include the item in each path: /stories-{{ item.slug }}',
  }),
  'item-shape': entry<{ reason: string }>({
    title: 'Items with different keys or types',
    message: ({ reason }) => reason,
    hint: 'All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
  }),
  'item-misfit': entry<{ slug: string; text: string }>({
    title: 'An item with an unsuitable value',
    message: ({ slug, text }) => `For the item ${slug} this is "${text}", which is not valid here.`,
    hint: 'Change the value in the collection, or use another one.',
  }),
  'item-outside': entry({
    title: 'An item on a page that is not repeated',
    message: () => 'Only a page that is repeated for a collection has an item.',
    hint: 'Give the page forEach: with a collection, or write the value itself.',
  }),

  // Overlays
  'overlay-unknown': entry<UnknownName & { page: string }>({
    title: 'An unknown overlay',
    message: ({ name, page }) =>
      page === ''
        ? `This flow belongs to no page, so it has no overlay called ${name}.`
        : `The page ${page} has no overlay called ${name}.`,
    fix: ({ page: _, ...unknown }) => fixName(unknown),
    hint: ({ name, page, ...unknown }) =>
      page === '' ? 'Give the flow a page, or use a path instead.' : meant({ name, ...unknown }),
  }),
  'overlay-unused': entry<{ overlay: string }>({
    severity: 'warning',
    title: 'An unused overlay',
    message: ({ overlay }) => `No button on this page opens ${overlay}.`,
    hint: ({ overlay }) => `Give a button open: ${overlay}, or delete the overlay.`,
  }),
  'overlay-path-taken': entry<{ overlay: string; path: string; other: string }>({
    title: 'An overlay on a path in use',
    message: ({ overlay, path, other }) =>
      `Without JavaScript, the overlay ${overlay} is a page of its own at ${path}, but that path belongs to ${other}.`,
    hint: 'Rename the overlay, also in the buttons that open it: its id is the last part of the path.',
  }),
  'overlay-flow-routed': entry<{ flow: string }>({
    title: 'A flow with paths in an overlay',
    message: ({ flow }) => `The flow ${flow} has paths or a page of its own, so it cannot run in an overlay.`,
    hint: 'Link to its path, or use a flow without page and paths.',
  }),
  'overlay-value-unknown': entry<UnknownName & { flow: string }>({
    title: 'A value that is not in the data of the flow',
    message: ({ name, flow }) => `The flow ${flow} has no value called ${name} under data.`,
    fix: fixName,
    hint: meant,
  }),
  'overlay-value-misfit': entry<{ name: string; value: string; type: string }>({
    title: 'A value of the wrong type for the flow',
    message: ({ name, value, type }) => `${value} is not a valid value for ${name}, whose type is ${type}.`,
    hint: 'Change it here, or the type under data of the flow.',
  }),
  'close-without-overlay': entry<{ flow: string }>({
    title: 'Nothing to close',
    message: ({ flow }) => `No page shows ${flow} in an overlay, so there is nothing to close.`,
    hint: 'Add the flow to the overlays of a page, or continue with another step.',
  }),

  // Calendar
  'mask-unknown': unknown('An unknown mask', 'mask'),
  'destination-unknown': unknown('An unknown destination', 'destination'),
  'email-unknown': unknown('An unknown e-mail', 'e-mail'),
  'document-unknown': unknown('An unknown document', 'document'),
  'event-ref-unknown': unknown('An unknown calendar event', 'calendar event'),
  'event-date': entry<{ written: string; example: string }>({
    title: 'An unreadable date and time',
    message: ({ written }) => `${written} is not a date and time with an offset.`,
    hint: ({ example }) => `Write it like ${example}.`,
  }),
  'event-order': entry({
    title: 'An event that ends before it starts',
    message: () => 'This event ends before it starts, or at the same time.',
    hint: 'Swap starts and ends, or change one of them.',
  }),
  'event-past': entry<{ event: string; isRead: boolean }>({
    severity: 'warning',
    title: 'An event that is over',
    message: ({ event, isRead }) =>
      isRead
        ? `The event ${event} is over, but the pages still show the content from before it.`
        : `The event ${event} is over, but visitors can still add it to their calendars.`,
    hint: ({ isRead }) =>
      `Give it its next date, ${isRead ? 'write phase: auto to show the content for after the event' : 'remove it'}, or write above it: # accept event-past: the reason`,
  }),

  // Texts of the engine
  'messages-missing': entry<{ locale: string; text: string; count: number }>({
    severity: 'warning',
    title: 'A language in which the engine has no texts',
    message: ({ locale, text, count }) =>
      `The engine has no texts of its own in ${locale}. Visitors read English ones: ${count}, such as “${text}”.`,
    hint: 'Translate them under messages: in site.yaml. `npx funnel messages` prints those that are missing.',
  }),

  // Facts
  'money-not-whole': entry<{ name: string; written: string; meant: number; shown: string }>({
    title: 'Money that is not in whole cents',
    message: ({ name, written }) =>
      `${name} is shown as money, so it needs to be in cents without a decimal point, but it is ${written}.`,
    hint: ({ meant, shown }) => `For ${shown} write ${meant}.`,
  }),
  'money-of-site': entry<{ was: string; now: string; currency: string }>({
    severity: 'warning',
    title: 'The filter of another currency',
    message: ({ was, currency }) => `${was} is named after reais, and writes amounts of ${currency} on this site.`,
    hint: ({ now }) => `Write ${now}.`,
  }),
  'fact-unused': entry<{ fact: string }>({
    severity: 'note',
    title: 'An unused fact',
    message: ({ fact }) => `No text and no expression reads ${fact}.`,
    hint: ({ fact }) =>
      `Write {{ ${fact} }} where texts repeat it, or delete it. If it is to stay, write above this line why: # accept fact-unused: the next campaign reads it`,
  }),
  'date-unreadable': entry<{ name: string; written: string; isMoment: boolean; example: string }>({
    title: 'A fact that is not a date',
    message: ({ name, written, isMoment }) =>
      `${name} is shown as ${isMoment ? 'a date and time' : 'a date'}, but ${written} is not one.`,
    hint: ({ isMoment, example }) =>
      isMoment
        ? `Write it with its time and offset, like ${example}.`
        : `Write it like 2026-03-01, or with its time and offset like ${example}.`,
  }),
  'price-not-a-fact': entry<{ amount: string; near: readonly string[] }>({
    severity: 'warning',
    title: 'A price that matches no fact',
    message: ({ amount }) => `This text contains ${amount}, which is not among the prices in the facts.`,
    hint: ({ near }) =>
      near.length === 0
        ? 'Store the price under facts: in site.yaml, in cents, and use the fact here.'
        : `Use the fact with this price: ${near.join(', ')}.`,
  }),
  'total-differs': entry<{ total: number; sum: number; parts: readonly string[] }>({
    severity: 'warning',
    title: 'A total that differs from its parts',
    message: ({ total, sum, parts }) => `This total is ${total}, but ${listed(parts)} add up to ${sum}.`,
    hint: ({ sum }) => `Write ${sum}, or correct the part that is wrong.`,
  }),
  'count-differs': entry<{ written: string; set: string; count: number; fact: string | undefined }>({
    severity: 'warning',
    title: 'A count that differs from the questions',
    message: ({ written, set, count }) => `This text says "${written}", but ${set} has ${count} questions.`,
    hint: ({ count, fact }) =>
      fact === undefined
        ? `Write ${count}, or store the number under facts: in site.yaml and use the fact here.`
        : `Set ${fact} to ${count} in site.yaml.`,
  }),
  'count-skipped': entry<{ written: string; count: number; claim: Claim }>({
    severity: 'warning',
    title: 'A count that some visitors do not meet',
    message: ({ written, count }) =>
      `This text says "${written}", but some visitors answer ${count}, because of the conditions on their way.`,
    hint: 'Write the text without a number, or let all visitors answer the same questions.',
  }),
  'time-short': entry<{ written: string; answers: number; seconds: number; claim: Claim }>({
    severity: 'warning',
    title: 'A time that is too short for the questions',
    message: ({ written, answers, seconds }) =>
      `This text says "${written}", but visitors give up to ${answers} answers, which takes at least ${seconds} seconds.`,
    hint: 'Name a longer time, or ask fewer questions.',
  }),
  'phone-malformed': entry<{ where: string; number: string; fact: string | undefined; example: string | undefined }>({
    title: 'A malformed phone number',
    message: ({ where, number }) =>
      `${where} needs a phone number with its country code, in digits only, but this is ${number}.`,
    hint: ({ fact, example }) =>
      fact === undefined
        ? `Write it ${example === undefined ? '' : `like ${example}, `}without spaces, brackets and hyphens.`
        : `Write {{ ${fact} }}, which is the same number in digits.`,
  }),

  // Actions and messages
  'action-shape': entry({
    title: 'A button without exactly one action',
    message: () => 'A button needs exactly one action: it sends an event, opens an address or opens an overlay.',
    hint: 'Give it one of send, to and open.',
  }),
  'event-unhandled': entry<{ event: string; near: string | undefined; known: readonly string[] }>({
    title: 'An event without a reaction',
    message: ({ event }) => `This sends the event ${event}, but nothing here reacts to it.`,
    fix: ({ event, ...others }) => respelt(event, others),
    hint: ({ event, near }) =>
      near === undefined ? `Write under on: what happens on ${event}.` : `Did you mean ${near}?`,
  }),
  'event-unsent': entry<{ event: string; near: string | undefined; known: readonly string[] }>({
    title: 'An event that is never sent',
    message: ({ event }) => `Nothing on this step sends ${event}.`,
    hint: ({ event, near }) => (near === undefined ? `Give a button send: ${event}.` : `Did you mean ${near}?`),
  }),
  'message-empty': entry({
    title: 'A message without a text',
    message: () => 'This message shows nothing to the visitor.',
    hint: 'Give it a toast with a text or an alert; a failure may also have an inline text.',
  }),

  // Titles and descriptions
  'title-missing': entry<{ siteName: string }>({
    severity: 'warning',
    title: 'A page without a title',
    message: ({ siteName }) =>
      `This page has no title, so tabs and search results show only the site's name, ${siteName}.`,
    hint: 'Add title: here, or to each step that the page shows.',
  }),
  'title-repeated': entry<{ title: string; route: string; other: string }>({
    severity: 'warning',
    title: 'Two pages with the same title',
    message: ({ title, route, other }) => `${route} and ${other} both have the title "${title}" in search results.`,
    hint: 'Give each page a title that describes only that page, or write search: hidden on one of them.',
  }),
  'title-long': entry<{ title: string; length: number; most: number }>({
    severity: 'warning',
    title: 'A title that is too long',
    message: ({ title, length, most }) => `"${title}" has ${length} characters; search results show about ${most}.`,
    hint: ({ most }) => `Limit it to ${most} characters, including the site's name.`,
  }),
  'description-length': entry<{ length: number; least: number; most: number }>({
    severity: 'warning',
    title: 'A description of the wrong length',
    message: ({ length, least, most }) =>
      `This description has ${length} characters; ${length < least ? `search engines tend to replace one with fewer than ${least}` : `search results cut it off after about ${most}`}.`,
    hint: ({ least, most }) => `Write ${least} to ${most} characters.`,
  }),

  // Texts
  'text-empty': entry<{ key: string }>({
    title: 'An empty text',
    message: ({ key }) => `${key} is empty, so visitors see or hear no text there.`,
    hint: ({ key }) => `Write the text, or remove ${key} if it is optional.`,
  }),
  'alt-empty': entry({
    severity: 'warning',
    title: 'A picture without a description',
    message: () => 'This picture has no description for people who cannot see it.',
    hint: 'Describe what it shows. If it is only decorative, write above it: # accept alt-empty: decorative',
  }),
  // `written` is undefined if no text can contain the value there.
  'text-single-braces': entry<{ inside: string; written: string | undefined }>({
    title: 'An expression in single braces',
    message: ({ inside }) => `Visitors would see { ${inside} } literally.`,
    fix: ({ written }) => (written === undefined ? undefined : { was: written, now: `{${written}}` }),
    hint: ({ inside, written }) =>
      written === undefined
        ? 'Texts of a form cannot contain answers. Write it without the answer, or \\{ for a brace.'
        : `Write {{ ${inside} }} for its value, or \\{ for a brace.`,
  }),
  'text-unclosed-mark': entry<{ mark: string }>({
    title: 'An unclosed mark',
    message: ({ mark }) => `${mark} is opened here but never closed.`,
    hint: ({ mark }) => `Close it with ${mark}, or write \\${mark.split('').join('\\')} to show it as it is.`,
  }),
  'text-not-constant': entry<{ reads: readonly string[] }>({
    title: 'A text that varies',
    message: ({ reads }) => `This text needs to be the same for every visitor, but it reads ${listed(reads)}.`,
    hint: 'Use only facts and site. A label or hint that repeats an answer is written under `labels` or `hints` of the block of type form, by the name of the field.',
  }),
  'texts-uneven': entry<{ name: string; missing?: readonly string[]; extra?: string; near?: string | undefined }>({
    title: 'Texts with different keys',
    message: ({ name, missing, extra }) =>
      missing === undefined
        ? `${name} has a text called ${extra}, which the other entries of this table lack.`
        : `${name} has no text called ${listed(missing)}, which the other entries of this table have.`,
    hint: ({ missing, extra, near }) =>
      near !== undefined
        ? `Is ${near} meant to be ${missing?.[0]}?`
        : missing === undefined
          ? `Remove ${extra}, or add it to all of them: an expression chooses among them.`
          : 'Add the text: an expression chooses among these entries, and visitors of this one would see nothing.',
  }),
  'text-has-markup': entry({
    title: 'Markup in a plain text',
    message: () => 'This text is shown as plain text, without bold words or links.',
    hint: 'Remove the markup, or write a backslash before the character.',
  }),
  'text-html': entry<{ written: string; instead: string | undefined }>({
    severity: 'warning',
    title: 'HTML in a text',
    message: ({ written }) => `Visitors read ${written} as it is written.`,
    hint: ({ instead }) => (instead === undefined ? 'Remove it.' : `${instead}, or remove it.`),
  }),
  'text-heading': entry<{ written: string }>({
    severity: 'warning',
    title: 'A heading in a plain text',
    message: ({ written }) => `Visitors read ${written} as it is written.`,
    hint: 'Write the heading as the title: of a block.',
  }),
  'text-placeholder': entry<{ written: string }>({
    severity: 'note',
    title: 'A text that is not written yet',
    message: ({ written }) => `Visitors read "${written}".`,
    hint: 'Write the text, or remove it.',
  }),
  'text-quotes': entry({
    severity: 'warning',
    title: 'Typographic quotes around a text',
    message: () => 'Visitors read the quotes around this text, because YAML knows only straight ones.',
    hint: 'Remove them, or write straight quotes around the text.',
  }),
  'text-cut-off': entry<{ lost: string; whole: string }>({
    severity: 'warning',
    title: 'A text that ends at a #',
    message: ({ lost }) => `A space and # begin a comment, so that visitors do not read "${lost}".`,
    hint: ({ whole }) => `Write quotes around the text: ${whole}. A comment has a space after the #.`,
  }),
  'delay-order': entry<{ from: string; to: string }>({
    title: 'A delay with swapped limits',
    message: ({ from, to }) => `${from} is longer than ${to}.`,
    hint: 'Write the shorter time first.',
  }),

  // Flows
  'flow-without-page': entry({
    title: 'Steps without a frame',
    message: () => 'Steps of this flow have paths, but the flow has no page to show them in.',
    hint: 'Add page: with the id of a page that has a stage block.',
  }),
  'flow-without-path': entry<{ flow: string }>({
    title: 'A flow without an address',
    message: ({ flow }) => `No step of ${flow} has a path, so visitors cannot open the flow.`,
    hint: 'Give the first step a path, or open the flow in an overlay of a page.',
  }),
  'step-unreachable': entry<{ step: string }>({
    title: 'An unreachable step',
    message: ({ step }) => `No step leads to the step ${step}.`,
    hint: 'Add a next, on or branch that leads to it, or delete it.',
  }),
  'step-dead-end': entry<{ step: string }>({
    title: 'A step without an exit',
    message: ({ step }) => `The step ${step} does not lead to another step.`,
    hint: 'Add next, an event with to, close: true in an overlay, or final: true if the flow may end here.',
  }),
  'step-endless-loop': entry<{ steps: readonly string[] }>({
    title: 'A loop without an exit',
    message: ({ steps }) => `The steps ${steps.join(', ')} loop without waiting for the visitor.`,
    hint: 'Let one of them lead to another step, or wait for the visitor.',
  }),
  'step-cycle': entry<{ steps: readonly string[] }>({
    title: 'A cycle without a wait',
    message: ({ steps }) =>
      `These steps can lead back to themselves without waiting: ${[...steps, steps[0]].join(' → ')}.`,
    hint: 'No value changes in the cycle, so a visitor who enters it never leaves it. Let one of its branches lead to a step that shows something.',
  }),
  'step-mixed': entry<{ first: string; second: string }>({
    title: 'A step with two purposes',
    message: ({ first, second }) => `A step cannot have both ${first} and ${second}.`,
    hint: 'Split it into two steps.',
  }),
  'step-next-missing': entry<{ because: string }>({
    title: 'A step without next',
    message: ({ because }) => `A step that ${because} needs next:, the step that follows it.`,
    hint: 'Add next: with the id of a step.',
  }),
  'step-next-unused': entry({
    title: 'An unused next',
    message: () => 'This step has next, but nothing on it leads there.',
    hint: 'Give a button send: with an event, and write under on: what follows it: on: { <event>: { to: <step> } }.',
  }),
  'timer-sends': entry<{ endpoint: string; timer: string }>({
    severity: 'warning',
    title: 'Data that a timer sends',
    message: ({ endpoint, timer }) =>
      `This is sent to ${endpoint} when the delay of the step ${timer} is over, without a click of the visitor.`,
    hint: 'Send it when the visitor submits a form or presses a button, or accept this warning with the reason.',
  }),
  'timeout-short': entry<{ written: string }>({
    severity: 'warning',
    title: 'A time limit that is too short',
    message: ({ written }) => `A call that takes longer than ${written} fails, and on phones most of them do.`,
    hint: 'Write the time in seconds, such as 15s, or remove timeout: for the usual limit.',
  }),
  'submit-without-form': entry({
    title: 'A submission without a form',
    message: () => 'This step defines what happens when a form is submitted, but has no form.',
    hint: 'Add form: with the id of a form.',
  }),
  'form-without-submit': entry({
    title: 'A form without a submission',
    message: () => 'This step has a form, but does not define what happens when it is submitted.',
    hint: 'Add submit: with its calls; next: for a form that is sent later; or notify: for one that is not sent.',
  }),
  'form-lists': entry<{ form: string; name: string }>({
    title: 'A shown form that reads a list of an intake',
    message: ({ form, name }) =>
      `The form ${form} reads the list ${name} of an intake (lists:), which a page cannot read in a condition of a field.`,
    hint: 'Remove lists: and the conditions on it. Use branch: for a way that depends on the list.',
  }),
  'redirect-loop': entry<{ paths: readonly string[] }>({
    title: 'A redirect loop',
    message: ({ paths }) => `${paths.join(' leads to ')}: these redirects never end, so browsers show an error.`,
    hint: 'Redirect to the path of a page, or of a step that shows something.',
  }),
  'redirect-back': entry<{ path: string; step: string }>({
    severity: 'warning',
    title: 'A redirect back to the own flow',
    message: ({ path, step }) => `${path} is the step ${step} of this flow, so the visitor begins it again.`,
    hint: ({ step }) => `Redirect to another page, or write next: ${step} if visitors are meant to go back.`,
  }),
  'branch-else-missing': entry({
    title: 'A branch without an else',
    message: () => 'The last entry of this branch has a condition, so there may be no step to go to.',
    hint: 'Add a last entry that has only to.',
  }),
  'branch-else-early': entry({
    title: 'Unreachable entries of a branch',
    message: () => 'This entry has no condition, so the entries below it are never used.',
    hint: 'Give it a when, or move it to the end.',
  }),
  'answers-not-in-data': entry<{ name: string; count: number; reason: string }>({
    title: 'Answers without a list in data',
    message: ({ name, count, reason }) =>
      `The answers are saved as ${name}, which is ${reason}; they need a list of ${count} numbers under data.`,
    hint: ({ name, count }) => `Write under data: ${name}: { type: list, of: number, length: ${count} }`,
  }),
  'query-not-in-data': entry<UnknownName>({
    title: 'A value in the address that is not in data',
    message: ({ name }) => `The address contains ${name}, but this flow has no value with that name under data.`,
    fix: fixName,
    hint: meant,
  }),
  'invariant-shape': entry<{ kind: 'always' | 'never'; problem: 'empty' | 'at' | 'when' | 'times' }>({
    title: 'An incomplete invariant',
    message: ({ kind, problem }) =>
      ({
        empty: `This entry of ${kind} states nothing: it has neither a condition nor an event.`,
        at:
          kind === 'always'
            ? 'This entry of always does not say by which step the event was sent.'
            : 'This entry of never has an event and steps. An event is sent on the way from one step to the next.',
        when: 'This entry of always has an event and a condition. It can have only one of them.',
        times: 'This entry counts times, but names no event.',
      })[problem],
    hint: ({ kind }) =>
      kind === 'always'
        ? "Write a condition, { at: [result], when: email != '', message: … }, or an event, { at: [thanks], event: Lead, message: … }."
        : "Write a condition, { at: [result], when: email == '', message: … }, or an event, { event: Lead, times: 2, message: … }. A condition beside an event is the one under which it is not sent.",
  }),
  'invariant-event-unknown': entry<UnknownName>({
    title: 'An event that no step sends',
    message: ({ name }) => `No step of this flow sends an event called ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'scenario-name-unknown': entry<UnknownName & { what: 'screen' | 'event' | 'field' | 'path' | 'tracking event' }>({
    title: 'An unknown name in a scenario',
    message: ({ what, name }) =>
      ({
        screen: `The flow has no screen called ${name}.`,
        event: `No step of the flow has an event called ${name} under on:.`,
        field: `No form of the flow has a field called ${name}.`,
        path: `The flow makes no call to ${name}.`,
        'tracking event': `No step of the flow sends a tracking event called ${name}.`,
      })[what],
    fix: fixName,
    hint: meant,
  }),
  'query-without-fallback': entry({
    title: 'An address without a fallback',
    message: () =>
      'This step needs values from its address, but does not define what a visitor sees if they are missing.',
    hint: 'Add fallback: with the step to show instead.',
  }),
  'save-as-not-in-data': entry<UnknownName>({
    title: 'A reply that is not saved in data',
    message: ({ name }) => `The reply is saved as ${name}, but this flow has no value with that name under data.`,
    fix: fixName,
    hint: meant,
  }),
  'option-twice': entry<{ value: string }>({
    title: 'Two options with the same value',
    message: ({ value }) => `Another option also has the value ${value}.`,
    hint: 'Give each option its own value, so that the answers can be distinguished.',
  }),
  'condition-unknown': entry<{ name: string; test: string }>({
    severity: 'warning',
    title: 'A negation that does not hold without an answer',
    message: ({ name }) => `Whoever has no ${name} does not meet this condition.`,
    hint: ({ name, test }) =>
      `Write ${name} == null || ${test} if it is also to hold without ${name}, or else ${name} != null && ${test}.`,
  }),
  'condition-never': entry<{ why: string }>({
    severity: 'warning',
    title: 'A condition that never holds',
    message: ({ why }) => `No visitor meets this condition. ${why}`,
    hint: 'Correct the condition, or remove what it belongs to.',
  }),
  'condition-always': entry<{ why: string }>({
    severity: 'warning',
    title: 'A condition that always holds',
    message: ({ why }) => `Every visitor meets this condition. ${why}`,
    hint: 'Correct the condition, or remove it.',
  }),
  'branch-never': entry<{ why: string }>({
    severity: 'warning',
    title: 'A branch that no visitor takes',
    message: ({ why }) => `No answers lead to this branch. ${why}`,
    hint: 'Correct the condition, move the branch up, or remove it.',
  }),
  'step-never': entry<{ step: string }>({
    severity: 'warning',
    title: 'A step that no answers lead to',
    message: ({ step }) => `No answers lead to ${step}: the branches above take all visitors.`,
    hint: ({ step }) => `Correct the conditions above, or remove ${step} and write another step here.`,
  }),
  'branch-overlap': entry<{ other: string; line: string; to: string; claim: Claim }>({
    severity: 'note',
    title: 'Two branches for the same visitors',
    message: ({ other, line, to }) =>
      `Some visitors meet this condition and \`${other}\` (${line}). The first one decides: they go to ${to}.`,
    hint: 'If they should come here, move this branch up. If the order is right, accept this note.',
  }),
  'condition-undecided': entry<{ part: string | null }>({
    severity: 'note',
    title: 'A condition that is not decided',
    message: ({ part }) =>
      part === null
        ? 'It is not decided whether this condition can hold: it has too many cases.'
        : `It is not decided whether this condition can hold, because of \`${part}\`.`,
    hint: 'Try it with a scenario, or write it in shorter conditions.',
  }),
  'option-label-twice': entry<{ label: string }>({
    severity: 'warning',
    title: 'Two options with the same label',
    message: ({ label }) => `Another option also has the label ${label}. Visitors cannot tell them apart.`,
    hint: 'Give each option its own label, or remove one of them.',
  }),
  'question-twice': entry<{ id: string }>({
    title: 'Two questions with the same id',
    message: ({ id }) => `Another question of this set also has the id ${id}.`,
    hint: 'Give each question its own id.',
  }),
  'value-type': entry<{ reason: string; fix: string }>({
    title: 'A type with keys that do not go together',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),

  // Computed values
  'compute-shape': entry({
    title: 'A computed value without exactly one definition',
    message: () => 'A computed value needs exactly one of value, classify with ranges, lowest, and points.',
    hint: 'Keep one of them. `percent` belongs to points.',
  }),
  'points-unknown': entry<{ name: string; near: string | undefined; known: readonly string[] }>({
    title: 'An answer without points',
    message: ({ name }) => `No answer called ${name} has points in this flow.`,
    hint: ({ near, known }) =>
      near === undefined
        ? `Add points: to its options. ${known.length === 0 ? 'No answer has points yet.' : `These have: ${listed(known)}.`}`
        : `Did you mean ${near}?`,
  }),
  'band-otherwise': entry({
    title: 'Ranges without otherwise',
    message: () => 'Only the last range, and always the last one, is otherwise.',
    hint: 'Put the range for all other numbers last, with the word otherwise.',
  }),
  'band-overlap': entry<{ band: string; other: string }>({
    title: 'Overlapping ranges',
    message: ({ band, other }) => `Some numbers are in both ${band} and ${other}.`,
    hint: 'Write the ranges in one direction, from high to low with >= or from low to high with <.',
  }),
  'band-unreachable': entry<{ band: string }>({
    title: 'An unreachable range',
    message: ({ band }) => `No number reaches the range ${band}: the ranges above it leave none for it.`,
    hint: 'Change the limits or the order.',
  }),
  'band-unanswered': entry<{ band: string; values: readonly number[] }>({
    severity: 'warning',
    title: 'A range that no answers give',
    message: ({ band }) => `No set of answers leads to ${band}, so no visitor sees it.`,
    hint: ({ values }) =>
      `The answers give ${listed(values.map(String))}. Change the limits, or the values of the options.`,
  }),
  'lowest-never': entry<{ name: string; why: string }>({
    severity: 'warning',
    title: 'A result that no answers give',
    message: ({ name, why }) => `No answers lead to ${name}, so no visitor sees it. ${why}`,
    hint: 'Change its condition or its number, or those above it: the first lowest one counts.',
  }),
  'score-maximum': entry<{ divisor: number; best: number }>({
    severity: 'warning',
    title: 'A score that does not end at 100',
    message: ({ divisor, best }) => `The best answers add up to ${best}, but this divides by ${divisor}.`,
    hint: ({ best }) => `Write percent(…, ${best}) for a score that ends at 100.`,
  }),

  // Calls and intakes
  'call-shape': entry({
    title: 'A call without exactly one method',
    message: () => 'A call needs exactly one of post and get.',
    hint: 'Keep one of them.',
  }),
  'inline-without-form': entry({
    title: 'An inline message without a form',
    message: () =>
      'This message is shown in the form of the step, but the step has no form: visitors would see nothing.',
    hint: 'Write toast: with a text:, or alert:, in place of inline:.',
  }),
  'call-value-missing': entry<{ name: string; endpoint: string; why?: string | undefined }>({
    title: 'A required value that is not sent',
    message: ({ name, endpoint, why }) =>
      why === undefined
        ? `${endpoint} requires ${name}, but the call does not send it and this flow has no value with that name.`
        : `${endpoint} requires ${name}, which may be missing here: ${why}.`,
    hint: ({ name }) => `Add it to the call: with: { ${name}: … }, or mark it optional in the intake.`,
  }),
  'call-refused': entry<{ at: 'flow' | 'intake'; endpoint: string; other: string; reason: string; walk: string }>({
    title: 'A submission that its intake refuses',
    message: ({ at, endpoint, other, reason, walk }) =>
      at === 'flow'
        ? `${endpoint} refuses what this flow sends, and no visitor can correct it. ${reason} A visit that meets it: ${walk}.`
        : `${endpoint} refuses what visitors of the flow ${other} send. ${reason}`,
    hint: ({ at, other }) =>
      at === 'flow'
        ? `Send what the intake takes, or change the intake in ${other}.`
        : `Take what the flow ${other} sends, or change the flow.`,
  }),
  'address-skips-answers': entry<{ step: string; endpoint: string; reason: string }>({
    severity: 'warning',
    title: 'An address that skips required answers',
    message: ({ step, endpoint, reason }) =>
      `Visitors who open the address of ${step} have not answered the steps before it, and ${endpoint} refuses what they send. ${reason}`,
    hint: ({ step }) =>
      `Leave out the path of ${step}, so that every visit begins at the start, or require the values under its query:.`,
  }),
  'field-unposted': entry<{ form: string; fields: readonly string[] }>({
    severity: 'warning',
    title: 'A field that is not sent',
    message: ({ form, fields }) =>
      `Visitors fill in ${listed(fields)} in the form ${form}, but this flow never sends ${fields.length === 1 ? 'it' : 'them'}.`,
    hint: 'Let an intake that the flow calls accept it, or remove the field.',
  }),
  'answers-unread': entry<{ list: string }>({
    severity: 'warning',
    title: 'Answers that nothing reads',
    message: ({ list }) => `Nothing reads or sends ${list}, so these answers are lost.`,
    hint: ({ list }) =>
      `Accept ${list} in the intake that the flow calls, or use it in a condition, a computed value or a text. If nobody needs the answers, remove the questions.`,
  }),
  'accepted-unsent': entry<{ name: string; endpoint: string; near: string | undefined }>({
    severity: 'warning',
    title: 'An accepted value that no flow sends',
    message: ({ name, endpoint }) => `${endpoint} accepts ${name}, but no flow sends it.`,
    hint: ({ near, name }) =>
      near === undefined
        ? `Send it in a call (with: { ${name}: … }), or remove it here.`
        : `Flows send ${near}: did you mean that?`,
  }),
  'intake-uncalled': entry<{ intake: string; endpoint: string }>({
    severity: 'warning',
    title: 'An intake that is never called',
    message: ({ endpoint }) => `No flow calls ${endpoint}.`,
    hint: 'Call it in a flow or remove it. If another program calls it, accept this warning with that reason.',
  }),
  'form-unused': entry<{ form: string }>({
    severity: 'warning',
    title: 'An unused form',
    message: ({ form }) => `No step and no intake uses the form ${form}.`,
    hint: 'Name it in a step (form: …), or remove the file.',
  }),
  'email-unused': entry<{ email: string }>({
    severity: 'warning',
    title: 'An unused e-mail',
    message: ({ email }) => `No intake sends the e-mail ${email}.`,
    hint: ({ email }) => `Name it in a delivery of an intake (deliver: … template: ${email}), or remove the file.`,
  }),
  'document-unused': entry<{ document: string }>({
    severity: 'warning',
    title: 'An unused document',
    message: ({ document }) => `No e-mail links to the document ${document}.`,
    hint: ({ document }) =>
      `Link to it in an e-mail (a button with document: ${document}, or {{ documents.${document} }} in a text), or remove the file.`,
  }),
  'form-laxer': entry<{ field: string; endpoint: string; judge: string; reason: string }>({
    severity: 'warning',
    title: 'A form that accepts what the server rejects',
    message: ({ field, endpoint, judge }) =>
      `${field} accepts values that ${endpoint} rejects: the server validates them with ${judge}, which is stricter.`,
    hint: ({ reason }) => `Make the field match that form: ${reason}`,
  }),
  'call-value-unknown': entry<UnknownName & { endpoint: string }>({
    title: 'A value that the endpoint does not accept',
    message: ({ name, endpoint }) => `${endpoint} does not accept ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'intake-method': entry({
    title: 'An intake without exactly one method',
    message: () => 'An intake needs exactly one of post and get.',
    hint: 'Split it into two intakes.',
  }),
  'intake-collection': entry({
    title: 'An intake without records',
    message: () => 'This intake does not name its records.',
    hint: 'Add records: with a name.',
  }),
  'intake-subject': entry({
    title: 'A look-up without lookupBy',
    message: () => 'A look-up needs the name of the value by which its records are found.',
    hint: 'Add lookupBy: with the name of an accepted value.',
  }),
  'intake-owned': entry({
    title: 'ownerOnly without lookupBy',
    message: () => 'ownerOnly needs a post whose records are found by lookupBy.',
    hint: 'Add lookupBy: with the name of an accepted value, or remove ownerOnly.',
  }),
  'intake-require': entry<{ records: string; isLookUp: boolean }>({
    title: 'require without lookupBy',
    message: ({ records, isLookUp }) =>
      isLookUp
        ? 'require is for submissions, but this intake only looks records up.'
        : `Without lookupBy no submission has a record among ${records}, so that each is answered with 404.`,
    hint: ({ records, isLookUp }) =>
      isLookUp
        ? 'Remove require:. A look-up without a record is answered with 404 anyway.'
        : `Add lookupBy: with the name of the accepted value by which ${records} are found, such as uid, or remove require:.`,
  }),
  'collection-without-subject': entry<{ name: string; writer: string }>({
    title: 'Records that cannot be found',
    message: ({ name, writer }) =>
      `No record of ${name} is ever found: the intake ${writer}, which stores them, has no lookupBy.`,
    hint: ({ writer }) =>
      `Add lookupBy: to the intake ${writer}, with the name of the value by which its records are found.`,
  }),
  'intake-forms': entry<{ reason: string; fix?: string }>({
    title: 'Forms that cannot be distinguished',
    message: ({ reason }) => reason,
    hint: ({ fix }) =>
      fix ??
      'Under forms, by: needs the name of an accepted choice, or of a number with allowed:, and cases: the forms for each of its values.',
  }),
  'condition-omitted': entry<{ name: string; form: string; field: string; length?: number }>({
    title: 'A condition on a value that is not submitted',
    message: ({ name, form, field }) =>
      `The server cannot tell whether ${field} of the form ${form} is shown: its condition reads ${name}, which is not submitted.`,
    hint: ({ name, length }) =>
      length === undefined
        ? 'Remove it from omit.'
        : `Write under input: \`${name}: { type: list, of: number, length: ${length} }\`.`,
  }),
  'collection-unknown': entry<UnknownName>({
    title: 'Records that no intake writes',
    message: ({ name }) => `No intake posts to the records ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'destination-shape': entry<{ reason: string; fix: string }>({
    title: 'A destination whose keys do not fit its type',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),
  'delivery-shape': entry<{ reason: string; fix: string }>({
    title: 'A delivery whose keys do not fit together',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),
  'email-value-missing': entry<{ email: string; name: string; known: readonly string[] }>({
    title: 'A delivery without a value that its e-mail reads',
    message: ({ email, name }) => `The e-mail ${email} reads ${name}, and this delivery does not supply it.`,
    hint: ({ name, known }) =>
      `Add values: { ${name}: … } to the delivery. It can read ${known.length === 0 ? 'nothing yet' : listed(known)}.`,
  }),
  'email-value-unknown': entry<UnknownName & { email: string }>({
    title: 'A value that the e-mail does not read',
    message: ({ name, email }) => `The e-mail ${email} has no value called ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'email-content': entry<{ reason: string; fix: string }>({
    title: 'Content that an e-mail cannot have',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),
  'accepted-unknown': entry<UnknownName>({
    title: 'A value that the intake does not accept',
    message: ({ name }) => `This intake does not accept a value called ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'computed-unknown': entry<UnknownName>({
    title: 'An unknown computed value',
    message: ({ name }) => `The flow has no computed value called ${name}.`,
    fix: fixName,
    hint: meant,
  }),

  'collection-unlimited': entry<{ name: string }>({
    severity: 'warning',
    title: 'Personal data without a limit of retention',
    message: ({ name }) => `Records of ${name} contain personal data and are never removed.`,
    hint: 'Add retention: { days: 730 } with the time that your privacy policy names, or accept this warning with a reason.',
  }),

  // Forms
  'field-options': entry<{ reason: string }>({
    title: 'A property that does not fit the type of the field',
    message: ({ reason }) => reason,
    hint: 'The table of fields in funnels/README.md says what each type has.',
  }),
  'field-default': entry<{ reason: string }>({
    title: 'A default that the form rejects',
    message: ({ reason }) => `The form's own rules reject this default: ${reason}`,
    hint: 'Change the default or the rules.',
  }),
  'field-without-rules': entry<{ field: string }>({
    severity: 'warning',
    title: 'A field without validation',
    message: ({ field }) => `The field ${field} accepts any text, even an empty one.`,
    hint: 'Add the rule required, or a rule for the text.',
  }),
  'required-word': entry<{ was: string; now: boolean }>({
    title: 'A word in place of true or false',
    message: ({ was, now }) =>
      now
        ? `A visitor who leaves the field empty would read the message "${was}".`
        : `The field is required, and a visitor who leaves it empty reads the message "${was}".`,
    // A word in quotes keeps them.
    fix: ({ was, now }) => (was === String(now) ? undefined : { was, now: String(now) }),
    hint: ({ now }) => `Write required: ${now}, without quotes, or the sentence that a visitor should read.`,
  }),
  'field-asked-twice': entry<{ field: string; step: string; earlier: string; claim: Claim }>({
    severity: 'warning',
    title: 'A field that is asked twice',
    message: ({ field, step, earlier }) =>
      `The step ${earlier} already asks for ${field}: what a visitor enters at ${step} replaces that answer.`,
    hint: 'Give the field a name of its own, or remove it here.',
  }),
  'field-personal': entry<{ field: string; kind: string }>({
    severity: 'warning',
    title: 'Personal data that is not marked',
    message: ({ field, kind }) =>
      `The field ${field} looks like a person's ${kind}, but is not marked as personal data.`,
    hint: ({ kind }) => `Add pii: ${kind}, so that it stays out of logs, traces and tracking.`,
  }),
  'field-autocomplete': entry<{ reason: string; instead: string }>({
    title: 'An unsuitable autocomplete value',
    message: ({ reason }) => reason,
    hint: ({ instead }) => instead,
  }),
  'rule-incomplete': entry<{ rule: string; needs: string }>({
    title: 'A rule without its parameter',
    message: ({ rule, needs }) => `The rule ${rule} needs ${needs}.`,
    hint: ({ needs }) => `Add ${needs}: …`,
  }),
  'rule-range': entry<{ min: number; max: number }>({
    title: 'A rule that no value can satisfy',
    message: ({ min, max }) =>
      min === max
        ? `The only value is ${min}, because it is both the least and the greatest.`
        : `No value can be at least ${min} and at most ${max}.`,
    hint: ({ min, max }) =>
      min === max ? 'Change one of the two numbers.' : 'Swap the numbers or change one of them.',
  }),
  'rule-twice': entry<{ rule: string }>({
    title: 'A duplicate rule',
    message: ({ rule }) => `This field has the rule ${rule} twice.`,
    hint: 'Keep the stricter one and remove the other.',
  }),
  'required-twice': entry<{ rule: string }>({
    title: 'A field that is required twice',
    message: ({ rule }) => `This field has required: and the rule ${rule}, which both say that it is required.`,
    hint: ({ rule }) => `Keep required: with the text of the rule, and remove the rule ${rule}.`,
  }),
  'rule-misplaced': entry<{ rule: string; type: string }>({
    title: 'A rule on the wrong type of field',
    message: ({ rule, type }) => `The rule ${rule} does not apply to a field of type ${type}.`,
    hint: 'Remove it or change the type.',
  }),

  // Extensions
  'extension-file': entry<{ reason: string; fix: string }>({
    title: 'A file in extensions/ that is no extension',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),
  'extension-broken': entry<{ reason: string }>({
    title: 'An extension whose code does not run',
    message: ({ reason }) => `This file does not run: ${reason}`,
    hint: 'Correct the code. `npx funnel new rule NAME` writes a file that runs.',
  }),
  'extension-import': entry<{ module: string; fix: string }>({
    title: 'An extension that imports what it cannot have',
    message: ({ module }) => `${module} cannot be imported here.`,
    hint: ({ fix }) => fix,
  }),
  'extension-shape': entry<{ reason: string; fix: string }>({
    title: 'An extension that is not complete',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),
  'extension-taken': entry<{ name: string; kind: string }>({
    title: 'An extension with the name of a built-in word',
    message: ({ name, kind }) => `The engine already has a ${kind} called ${name}.`,
    hint: 'Give the file another name, and use that name in the definitions.',
  }),
  'extension-example': entry<{ reason: string }>({
    title: 'A rule that contradicts its own example',
    message: ({ reason }) => reason,
    hint: 'Correct the test, or the example.',
  }),
  'extension-slow': entry<Record<never, never>>({
    title: 'An extension whose code takes too long',
    message: () => 'The code of this file takes too long: every visitor would wait for it.',
    hint: 'Look for a loop without an end, and for a pattern with a repetition inside of a repetition, such as (\\w+ ?)*.',
  }),
  'extension-view': entry<{ name: string; reason: string }>({
    title: "A block of one's own that cannot be shown",
    message: ({ name, reason }) => `The view of ${name} fails with these values: ${reason}`,
    hint: ({ name }) => `Correct extensions/blocks/${name}.ts, or the values.`,
  }),
  'extension-parameter': entry<{ reason: string; fix: string }>({
    title: 'A wrong parameter of an extension',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),
  'regex-invalid': entry<{ reason: string; hint: string }>({
    title: 'A regular expression that cannot be used',
    message: ({ reason }) => `This pattern cannot be used: ${reason}`,
    hint: ({ hint }) => hint,
  }),
  'regex-slow': entry({
    title: 'A regular expression that can hang',
    message: () =>
      'On some answers, a phone can take very long to check this pattern: they match its repetitions in many ways.',
    hint: 'Let two repetitions in a row or in one another match different characters: [a-z]+(-[a-z]+)* instead of ([a-z]+-?)+. A smaller maxLength of the field helps where one follows another.',
  }),
  'consent-incomplete': entry<{ key: string }>({
    title: 'A consent banner without its policy',
    message: ({ key }) => `A site that asks for consent needs ${key}: it is stored with every choice.`,
    hint: ({ key }) =>
      key === 'version' ? "Add a version, such as version: '2026-11'." : 'Add policy: with the path of the page.',
  }),
  'consent-link': entry({
    title: 'A link to a consent banner that does not exist',
    message: () => 'consent:open opens the consent banner, but this site does not ask for consent.',
    hint: 'Remove the link, or write consent: { mode: opt-in, … } in site.yaml.',
  }),
  'consent-unreachable': entry({
    severity: 'warning',
    title: 'A consent that cannot be withdrawn',
    message: () => 'No link opens the consent banner again, so that visitors cannot change their choice.',
    hint: 'Add a link to the footer, such as { label: Cookie preferences, to: consent:open }.',
  }),
  'consent-prechecked': entry({
    severity: 'warning',
    title: 'A prechecked consent',
    message: () =>
      'A prechecked box is not valid consent under the LGPD (art. 8) and the GDPR (recital 32): consent needs an action of the visitor.',
    hint: 'Write mechanism: checkbox and remove the default, or write above it: # accept consent-prechecked: the reason',
  }),
  'consent-field': entry<{ reason: string }>({
    title: 'A consent without its checkbox',
    message: ({ reason }) => reason,
    hint: 'Name a field of type checkbox under field, and choose the mechanism that matches its default.',
  }),

  // Tags
  'tag-event-unknown': entry<UnknownName>({
    title: 'A mapping of an event that does not occur',
    message: ({ name }) => `No page and no flow tracks an event called ${name}.`,
    fix: fixName,
    hint: meant,
  }),
  'proof-inert': entry({
    title: 'A proof of work that nothing asks for',
    message: () => 'Without fastest, no submission is suspicious, and no proof is asked for.',
    hint: 'Add fastest: 3 (seconds), or write proofOfWork: always.',
  }),
  'tag-event-inert': entry<{ name: string; tag: string; key: string }>({
    title: 'An event without a conversion',
    message: ({ name, tag, key }) => `${tag} receives only conversions, and ${name} has no ${key}.`,
    hint: ({ key }) =>
      `Add ${key}: as ${key === 'label' ? 'the conversion action' : 'the list of conversions'} shows it, or remove the event.`,
  }),
  'tag-phone-code': entry<{ tag: string; example: string | undefined }>({
    title: 'Phone numbers without a country code',
    message: ({ tag }) => `${tag} recognises a phone number only with its country code.`,
    hint: ({ example }) =>
      `Add phoneCode: with the code in digits${example === undefined ? '' : `, such as phoneCode: '${example}'`}.`,
  }),

  'conversion-id': entry<{ event: string; endpoint: string; fix: string }>({
    title: 'A conversion that Meta counts twice',
    message: ({ event, endpoint }) =>
      `The pixel sends ${event} here, and ${endpoint} delivers ${event} to Meta under another id. Meta would count both.`,
    hint: ({ fix }) => fix,
  }),

  // Privacy
  'track-personal': entry<{ name: string }>({
    title: 'Personal data in tracking',
    message: ({ name }) => `${name} is personal data and would be sent unhashed.`,
    hint: 'Move it under user:, where it is hashed, or remove it.',
  }),
} satisfies Record<string, Entry<never>>;

function meantKey({ near, known }: { near: string | undefined; known: readonly string[] }): string {
  return near !== undefined ? `Did you mean ${near}?` : `Allowed keys: ${listed(known)}.`;
}

export type AuthorCode = keyof typeof authorErrors;
/** The arguments of a code: none, or one object. */
export type ArgsOf<C extends AuthorCode> =
  (typeof authorErrors)[C] extends Entry<infer Args> ? ([Args] extends [undefined] ? [] : [args: Args]) : never;
