/**
 * All mistakes that the loader finds in definitions. Codes are permanent. `README.md` explains how to write an error.
 */

export interface Entry<Args> {
  /** Defaults to an error. */
  readonly severity?: 'warning';
  /** A few words for lists. */
  readonly title: string;
  readonly message: (args: Args) => string;
  /** What to do. */
  readonly hint?: string | ((args: Args) => string | undefined);
}

const entry = <Args = void>(it: Entry<Args>): Entry<Args> => it;

const listed = (names: readonly string[]): string =>
  names.length > 12 ? `${names.slice(0, 12).join(', ')} … (${names.length})` : names.join(', ');
interface Unknown {
  name: string;
  near: string | undefined;
  known: readonly string[];
}
const meant = ({ near, known }: Unknown): string =>
  near !== undefined ? `Did you mean ${near}?` : known.length > 0 ? `Known: ${listed(known)}.` : 'There is none yet.';
const unknown = (title: string, what: string): Entry<Unknown> => ({
  title,
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
  'time-zone-unknown': entry<{ zone: string }>({
    title: 'An unknown time zone',
    message: ({ zone }) => `There is no time zone called ${zone}.`,
    hint: 'Write an IANA name, such as America/Sao_Paulo.',
  }),
  'file-unknown': entry<{ near: string | undefined }>({
    title: 'A file of no known kind',
    message: () => 'The name of this file does not say what kind of definition it holds.',
    hint: ({ near }) =>
      near === undefined
        ? 'Name it <id>.page.yaml, .flow.yaml, .form.yaml, .api.yaml, .part.yaml or .collection.yaml; only site.yaml stands alone, at the root.'
        : `Did you mean ${near}?`,
  }),
  'file-ignored': entry<{ near: string }>({
    severity: 'warning',
    title: 'A copy that is not read',
    message: () => 'This looks like the copy of a definition that an editor leaves behind; it is not read.',
    hint: ({ near }) => `Delete it, or rename it to ${near}.`,
  }),
  'file-too-big': entry<{ bytes: number; most: number }>({
    title: 'A file over the size limit',
    message: ({ bytes, most }) => `This file has ${bytes} bytes; the most is ${most}.`,
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
    hint: 'No definition needs as much: check the indentation and the brackets.',
  }),
  'file-empty': entry({
    title: 'An empty file',
    message: () => 'This file is empty.',
    hint: 'Write its definition or delete it.',
  }),
  'yaml-syntax': entry<{ reason: string }>({
    title: 'Not YAML',
    message: ({ reason }) => `This is not well-formed YAML: ${reason}`,
    hint: 'A text that holds ": " or begins with { [ * & ! % @ needs quotes around it.',
  }),
  'yaml-tab': entry({
    title: 'A tab as indentation',
    message: () => 'A tab indents this line; YAML takes only spaces for that.',
    hint: 'Put two spaces for each tab, here and on the other lines: editors have a command for it, such as "Convert indentation to spaces".',
  }),
  'yaml-duplicate-key': entry<{ key: string }>({
    title: 'A key written twice',
    message: ({ key }) => `The key ${key} is written twice here.`,
    hint: 'Keep one of them.',
  }),
  'yaml-too-many-aliases': entry({
    title: 'Aliases over the limit',
    message: () => 'The aliases (*name) of this file expand to too much data.',
    hint: 'Write the values out, or keep them as facts.',
  }),
  'key-not-text': entry<{ key: string }>({
    title: 'A key that is no text',
    message: ({ key }) => `The key ${key} is not a text.`,
    hint: 'Put it in quotes.',
  }),
  'key-forbidden': entry<{ key: string }>({
    title: 'A forbidden key',
    message: ({ key }) => `${key} cannot be used as a key.`,
    hint: 'Choose another name.',
  }),
  'number-not-finite': entry<{ written: string }>({
    title: 'A number without an end',
    message: ({ written }) => `${written} is not a finite number.`,
    hint: 'Write a finite number, or put a text in quotes.',
  }),

  // Accepted warnings
  'accept-without-reason': entry<{ code: string }>({
    severity: 'warning',
    title: 'An acceptance without a reason',
    message: ({ code }) => `This accepts ${code} without saying why.`,
    hint: ({ code }) => `Write the reason behind it: # accept ${code}: the client has asked for it`,
  }),
  'accept-unused': entry<{ code: string; near: string | undefined; isError: boolean }>({
    severity: 'warning',
    title: 'An acceptance of nothing',
    message: ({ code, isError }) =>
      isError
        ? `${code} is an error, and only warnings can be accepted.`
        : `There is no warning ${code} here that this could accept.`,
    hint: ({ near }) =>
      near === undefined
        ? 'Remove it, or move it to the line of the warning or the line above.'
        : `Did you mean ${near}?`,
  }),

  // Shape
  'shape-unknown-key': entry<{ key: string; where: string; near: string | undefined; known: readonly string[] }>({
    title: 'A key that does not belong',
    message: ({ key, where }) => `${where} has no key ${key}.`,
    hint: meantKey,
  }),
  'shape-renamed-key': entry<{ key: string; now: string }>({
    title: 'A key that was renamed',
    message: ({ key, now }) => `\`${key}\` is now \`${now.replaceAll('.', ': ')}\`.`,
    hint: '`npx funnel migrate funnels` rewrites it, and every other old word.',
  }),
  'shape-missing-key': entry<{ key: string; where: string; about: string | undefined }>({
    title: 'A missing key',
    message: ({ key, where }) => `${where} needs the key ${key}.`,
    hint: ({ key, about }) => `Add ${key}:${about === undefined ? '' : ` ${about}`}`,
  }),
  'shape-wrong-type': entry<{ wanted: string; found: string; example: string | undefined }>({
    title: 'A value of the wrong kind',
    message: ({ wanted, found }) => `This should be ${wanted}, but it is ${found}.`,
    hint: ({ example }) => (example === undefined ? undefined : `For example: ${example}`),
  }),
  'shape-not-one-of': entry<{ found: string; near: string | undefined; known: readonly string[] }>({
    title: 'Not one of the words allowed',
    message: ({ found }) => `${found} is not allowed here.`,
    hint: ({ near, known }) =>
      near === undefined ? `Write ${known.length > 1 ? 'one of ' : ''}${listed(known)}.` : `Did you mean ${near}?`,
  }),
  'shape-unknown-block': entry<Unknown>({
    title: 'An unknown block type',
    message: ({ name }) => `There is no block of type ${name}.`,
    hint: meant,
  }),
  'shape-form': entry<{ found: string; about: string | undefined; examples: readonly string[] }>({
    title: 'A text of the wrong form',
    message: ({ found, about }) =>
      `${found} does not have the form wanted here.${about === undefined ? '' : ` It is ${about}`}`,
    hint: ({ examples }) => (examples.length === 0 ? undefined : `For example: ${examples.join(', ')}`),
  }),
  'shape-bounds': entry<{ reason: string }>({
    title: 'Too much or too little',
    message: ({ reason }) => `This ${reason}.`,
    hint: 'Keep within the bounds.',
  }),

  // Names and references
  'id-taken': entry<{ kind: string; id: string; other: string }>({
    title: 'An id used twice',
    message: ({ kind, id, other }) => `The ${kind} ${id} is already defined in ${other}.`,
    hint: 'Give one of them another id.',
  }),
  'name-reserved': entry<{ name: string }>({
    title: 'A reserved name',
    message: ({ name }) => `${name} is a name the engine gives values itself.`,
    hint: 'Choose another name.',
  }),
  'name-taken': entry<{ name: string; what: string }>({
    title: 'A name used twice',
    message: ({ name, what }) => `${name} is already the name of ${what}.`,
    hint: 'Expressions could not tell them apart: rename one.',
  }),
  'page-unknown': unknown('An unknown page', 'page'),
  'flow-unknown': unknown('An unknown flow', 'flow'),
  'form-unknown': unknown('An unknown form', 'form'),
  'step-unknown': unknown('An unknown step', 'step in this flow'),
  'questions-unknown': unknown('An unknown set of questions', 'set of questions in this flow'),
  'field-unknown': unknown('An unknown field', 'field in this form'),
  'asset-missing': unknown('A missing asset', 'file in the funnels folder'),
  'endpoint-unknown': unknown('An unknown endpoint', 'intake with a path'),
  'endpoint-method': entry<{ path: string; offered: string; called: string }>({
    title: 'The wrong method',
    message: ({ path, offered, called }) => `${path} is called with ${called}, but its intake offers ${offered}.`,
    hint: ({ offered }) => `Write ${offered}: instead.`,
  }),
  'endpoint-taken': entry<{ path: string; other: string }>({
    title: 'Two intakes on one path',
    message: ({ path, other }) => `${path} already belongs to the intake ${other}.`,
    hint: 'Give one of them another path.',
  }),
  'route-taken': entry<{ route: string; other: string }>({
    title: 'Two pages on one path',
    message: ({ route, other }) => `${route} already leads to ${other}.`,
    hint: 'Remove it from one of them.',
  }),
  'route-reserved': entry<{ route: string; own: string }>({
    title: 'A path of the server itself',
    message: ({ route, own }) =>
      `The server keeps ${own.endsWith('/') ? `everything below ${own}` : own} for itself, so nobody would see this at ${route}.`,
    hint: 'Choose another path.',
  }),
  'link-unknown-route': entry<{ route: string; near: string | undefined }>({
    title: 'A link that leads nowhere',
    message: ({ route }) => `No page or step has the path ${route}.`,
    hint: ({ near }) => (near === undefined ? 'Add the page, or link to an existing path.' : `Did you mean ${near}?`),
  }),
  'link-unknown-anchor': entry<{ anchor: string; near: string | undefined; known: readonly string[] }>({
    title: 'An anchor that is not there',
    message: ({ anchor }) => `No block here has the id ${anchor}.`,
    hint: ({ near, known }) =>
      near !== undefined
        ? `Did you mean #${near}?`
        : known.length > 0
          ? `Known: ${listed(known)}.`
          : 'Give the block an id.',
  }),
  'link-malformed': entry<{ href: string }>({
    title: 'Not an address',
    message: ({ href }) => `${href} is not an address a visitor can be sent to.`,
    hint: 'Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
  }),
  'link-host-undeclared': entry<{ host: string }>({
    severity: 'warning',
    title: 'An undeclared host',
    message: ({ host }) => `Visitors are sent to ${host}, which the site does not declare.`,
    hint: ({ host }) => `Add ${host} to allowedHosts in site.yaml once you are sure of it.`,
  }),

  // Pages
  'page-unused': entry<{ page: string }>({
    title: 'A page nobody can see',
    message: ({ page }) => `The page ${page} has no paths and no flow uses it.`,
    hint: 'Give it paths, name it as the page of a flow, or delete it.',
  }),
  'page-with-flow-has-paths': entry<{ page: string }>({
    title: 'Paths on a frame',
    message: ({ page }) => `The page ${page} is the frame of a flow, so its steps have the paths.`,
    hint: 'Move the paths to the steps.',
  }),
  'stage-missing': entry<{ page: string; flow: string }>({
    title: 'A frame without a stage',
    message: ({ page, flow }) => `The flow ${flow} is drawn in the page ${page}, which has no place for its steps.`,
    hint: 'Add a block of type stage where the steps are to be drawn.',
  }),
  'block-out-of-place': entry<{ block: string; needs: string }>({
    title: 'A block out of place',
    message: ({ block, needs }) => `A ${block} block belongs on ${needs}.`,
    hint: 'Remove it, or add what it needs.',
  }),
  'block-missing': entry<{ block: string; because: string }>({
    title: 'A step without its block',
    message: ({ block, because }) => `This step ${because}, but shows no ${block} block.`,
    hint: ({ block }) => `Add "- type: ${block}" to what it shows.`,
  }),
  'not-found-twice': entry<{ other: string }>({
    title: 'Two not-found pages',
    message: ({ other }) => `The page ${other} already has the role not-found.`,
    hint: 'Keep one.',
  }),
  'not-found-missing': entry({
    severity: 'warning',
    title: 'No not-found page',
    message: () => 'Unknown paths show the not-found page, and there is none.',
    hint: 'Add a page with role: not-found, or write notFound: redirect.',
  }),

  // Parts and collections
  'part-unknown': unknown('An unknown part', 'part'),
  'part-in-part': entry({
    title: 'A part inside a part',
    message: () => 'A part holds blocks and no other parts.',
    hint: 'Use the other part beside this one, or write its blocks here.',
  }),
  'part-unused': entry<{ part: string }>({
    severity: 'warning',
    title: 'A part nobody uses',
    message: ({ part }) => `The part ${part} is not used by any page or flow.`,
    hint: ({ part }) => `Write "- { type: part, part: ${part} }" where its blocks belong, or delete it.`,
  }),
  'each-unknown': unknown('An unknown collection of items', 'collection of items'),
  'each-path': entry<{ path: string }>({
    title: 'A repeated page without a path of its own',
    message: ({ path }) =>
      path === ''
        ? 'This page is repeated for a collection, but has no paths.'
        : `Every repetition of this page would be at ${path}.`,
    hint: 'Put the item into each path: /stories-{{ item.slug }}',
  }),
  'item-shape': entry<{ reason: string }>({
    title: 'Items that are not alike',
    message: ({ reason }) => reason,
    hint: 'Every item of a collection has the same names with values of the same kind; write an empty text for nothing.',
  }),
  'item-misfit': entry<{ slug: string; text: string }>({
    title: 'An item that does not fit here',
    message: ({ slug, text }) => `For the item ${slug} this comes to "${text}", which is not valid here.`,
    hint: 'Change the value in the collection, or take another one.',
  }),
  'item-outside': entry({
    title: 'An item where there is none',
    message: () => 'Only a page that is repeated for a collection has an item.',
    hint: 'Give the page forEach: with a collection, or write the value itself.',
  }),

  // Overlays
  'overlay-unknown': entry<Unknown & { page: string }>({
    title: 'An unknown overlay',
    message: ({ name, page }) =>
      page === ''
        ? `This flow is on no page that could have an overlay called ${name}.`
        : `The page ${page} has no overlay called ${name}.`,
    hint: ({ name, page, ...unknown }) =>
      page === '' ? 'Name the page of the flow, or lead to a path.' : meant({ name, ...unknown }),
  }),
  'overlay-unused': entry<{ overlay: string }>({
    severity: 'warning',
    title: 'An overlay nobody opens',
    message: ({ overlay }) => `Nothing on this page opens ${overlay}.`,
    hint: ({ overlay }) => `Give a button open: ${overlay}, or delete it.`,
  }),
  'overlay-path-taken': entry<{ overlay: string; path: string; other: string }>({
    title: "An overlay's address that is taken",
    message: ({ overlay, path, other }) =>
      `Without JavaScript the overlay ${overlay} is a page of its own at ${path}, and that address belongs to ${other}.`,
    hint: 'Rename the overlay, also in the buttons that open it: its id is the last part of the address.',
  }),
  'overlay-flow-routed': entry<{ flow: string }>({
    title: 'A flow of its own in an overlay',
    message: ({ flow }) => `The flow ${flow} has paths or a page of its own, so it cannot run in an overlay.`,
    hint: 'Lead to its path, or make a flow without page and paths.',
  }),
  'overlay-value-unknown': entry<Unknown & { flow: string }>({
    title: 'A value the flow does not keep',
    message: ({ name, flow }) => `The flow ${flow} keeps no value called ${name}.`,
    hint: meant,
  }),
  'overlay-value-misfit': entry<{ name: string; value: string; type: string }>({
    title: 'A value of another type than kept',
    message: ({ name, value, type }) => `${value} is not a valid value for ${name}, whose type is ${type}.`,
    hint: 'Change it here, or the type under data of the flow.',
  }),
  'close-without-overlay': entry<{ flow: string }>({
    title: 'Nothing to close',
    message: ({ flow }) => `No page shows ${flow} in an overlay, so there is no overlay to close.`,
    hint: 'Add it to the overlays of a page, or lead to another step.',
  }),

  // Calendar
  'mask-unknown': unknown('An unknown mask', 'mask'),
  'event-ref-unknown': unknown('An unknown calendar event', 'calendar event'),
  'event-moment': entry<{ written: string }>({
    title: 'A moment that can not be read',
    message: ({ written }) => `${written} is no moment with its offset.`,
    hint: 'Write it like 2026-03-01T09:00:00-03:00.',
  }),
  'event-order': entry({
    title: 'An event that ends before it starts',
    message: () => 'This event ends before it starts, or at once.',
    hint: 'Exchange starts and ends, or change one.',
  }),
  'event-past': entry<{ event: string; isRead: boolean }>({
    severity: 'warning',
    title: 'An event that is over',
    message: ({ event, isRead }) =>
      isRead
        ? `The event ${event} is over, and the pages go on as before it: they still sell it.`
        : `The event ${event} is over, and visitors can still add it to their calendars.`,
    hint: ({ isRead }) =>
      `Give it its next date, ${isRead ? 'write phase: auto to show what comes after it' : 'take it out'}, or write above it: # accept event-past: the reason`,
  }),

  // Facts
  'money-not-whole': entry<{ name: string; written: string; meant: number; shown: string }>({
    title: 'Money that is not in whole cents',
    message: ({ name, written }) =>
      `${name} is shown as money, which is counted in cents without a decimal point, but is written ${written}.`,
    hint: ({ meant, shown }) => `For ${shown} write ${meant}.`,
  }),
  'date-unreadable': entry<{ name: string; written: string; isMoment: boolean }>({
    title: 'A fact that is no date',
    message: ({ name, written, isMoment }) =>
      `${name} is shown as ${isMoment ? 'a moment' : 'a date'}, but ${written} is none.`,
    hint: ({ isMoment }) =>
      isMoment
        ? 'Write it with its time and offset, like 2026-03-01T09:00:00-03:00.'
        : 'Write it like 2026-03-01, or with its time and offset like 2026-03-01T09:00:00-03:00.',
  }),
  'price-not-a-fact': entry<{ amount: string; near: readonly string[] }>({
    severity: 'warning',
    title: 'A price that no fact agrees with',
    message: ({ amount }) => `This text says ${amount}, which is not among the prices in the facts.`,
    hint: ({ near }) =>
      near.length === 0
        ? 'Keep the price under facts: in site.yaml, in cents, and read it here.'
        : `Read the price from its fact: ${near.join(', ')}.`,
  }),
  'phone-malformed': entry<{ where: string; number: string; fact: string | undefined }>({
    title: 'A phone number that can not be called',
    message: ({ where, number }) =>
      `${where} takes a phone number in digits alone with its country code, and this is ${number}.`,
    hint: ({ fact }) =>
      fact === undefined
        ? 'Write it like 5511987654321, without spaces, brackets and hyphens.'
        : `Write {{ ${fact} }}, which has the same number in digits.`,
  }),

  // Actions and messages
  'action-shape': entry({
    title: 'A button that does not do one thing',
    message: () => 'A button either sends an event, leads somewhere or opens an overlay.',
    hint: 'Give it just one of send, to and open.',
  }),
  'event-unhandled': entry<{ event: string; near: string | undefined; known: readonly string[] }>({
    title: 'An event nobody handles',
    message: ({ event }) => `Nothing happens on ${event} here.`,
    hint: ({ event, near }) => (near === undefined ? `Say under on: what ${event} does.` : `Did you mean ${near}?`),
  }),
  'event-unsent': entry<{ event: string; near: string | undefined; known: readonly string[] }>({
    title: 'An event nobody sends',
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
    message: ({ siteName }) => `Tabs and search results call this page ${siteName}, as every page without a title.`,
    hint: 'Add title: here, or to each step that is drawn in it.',
  }),
  'title-repeated': entry<{ title: string; route: string; other: string }>({
    severity: 'warning',
    title: 'Two pages with one title',
    message: ({ title, route, other }) => `${route} and ${other} are both called "${title}" in search results.`,
    hint: 'Say in each title what only that page has, or write search: hidden on one of them.',
  }),
  'title-long': entry<{ title: string; length: number; most: number }>({
    severity: 'warning',
    title: 'A title that is cut off',
    message: ({ title, length, most }) =>
      `"${title}" has ${length} characters; search results show about ${most} of them.`,
    hint: ({ most }) => `Keep it within ${most} characters, the site's name included.`,
  }),
  'description-length': entry<{ length: number; least: number; most: number }>({
    severity: 'warning',
    title: 'A description of the wrong length',
    message: ({ length, least, most }) =>
      `This description has ${length} characters; ${length < least ? `search engines tend to replace one under ${least}` : `search results cut it off after about ${most}`}.`,
    hint: ({ least, most }) => `Write ${least} to ${most} characters.`,
  }),

  // Texts
  'text-empty': entry<{ key: string }>({
    title: 'An empty text',
    message: ({ key }) => `${key} is empty, so visitors see or hear no text there.`,
    hint: ({ key }) => `Write the text, or remove ${key} where it may be left out.`,
  }),
  'alt-empty': entry({
    severity: 'warning',
    title: 'A picture without a description',
    message: () => 'This picture has no description for people who cannot see it.',
    hint: 'Say what it shows. For a mere ornament write above it: # accept alt-empty: an ornament',
  }),
  'text-single-braces': entry<{ inside: string }>({
    title: 'An expression in single braces',
    message: ({ inside }) => `Visitors would see { ${inside} } literally.`,
    hint: ({ inside }) => `Write {{ ${inside} }} for its value, or \\{ for a brace.`,
  }),
  'text-unclosed-mark': entry<{ mark: string }>({
    title: 'An unclosed mark',
    message: ({ mark }) => `${mark} opens here and is not closed.`,
    hint: ({ mark }) => `Close it with ${mark}, or write \\${mark.split('').join('\\')} to show it as it is.`,
  }),
  'text-not-constant': entry<{ reads: readonly string[] }>({
    title: 'A text that must not vary',
    message: ({ reads }) => `This text must be the same on every visit, but it reads ${listed(reads)}.`,
    hint: 'Use facts and site only.',
  }),
  'text-has-markup': entry({
    title: 'Markup where none is drawn',
    message: () => 'This text is shown as plain text, without bold words or links.',
    hint: 'Remove the markup, or write a backslash before the character.',
  }),
  'wait-order': entry<{ from: string; to: string }>({
    title: 'A wait that ends before it begins',
    message: ({ from, to }) => `${from} is longer than ${to}.`,
    hint: 'Write the shorter bound first.',
  }),

  // Flows
  'flow-without-page': entry({
    title: 'Steps without a frame',
    message: () => 'Steps of this flow have paths, but it names no page to draw them in.',
    hint: 'Add page: with the id of a page that has a stage block.',
  }),
  'flow-without-path': entry<{ flow: string }>({
    title: 'A flow without an address',
    message: ({ flow }) => `No step of ${flow} has a path, so no visitor can come to it.`,
    hint: 'Give the first step a path, or open the flow in an overlay of a page.',
  }),
  'step-unreachable': entry<{ step: string }>({
    title: 'A step nobody reaches',
    message: ({ step }) => `No step leads to the step ${step}.`,
    hint: 'Lead to it with next, on or branch, or delete it.',
  }),
  'step-dead-end': entry<{ step: string }>({
    title: 'A step that leads nowhere',
    message: ({ step }) => `The step ${step} does not lead to another step.`,
    hint: 'Add next, an event with to, close: true in an overlay, or final: true when the flow may end here.',
  }),
  'step-endless-loop': entry<{ steps: readonly string[] }>({
    title: 'A loop without an exit',
    message: ({ steps }) => `The steps ${steps.join(', ')} loop without waiting for the visitor.`,
    hint: 'Lead out of the loop, or let one of them wait for the visitor.',
  }),
  'step-cycle': entry<{ steps: readonly string[] }>({
    title: 'A cycle that never waits',
    message: ({ steps }) => `These steps lead back to themselves without waiting: ${[...steps, steps[0]].join(' → ')}.`,
    hint: 'No value changes in the cycle, so a visitor who enters it never leaves it. Lead one of its branches to a step that shows something.',
  }),
  'step-mixed': entry<{ first: string; second: string }>({
    title: 'A step that does two things at once',
    message: ({ first, second }) => `A step cannot have both ${first} and ${second}.`,
    hint: 'Make two steps of it.',
  }),
  'step-next-missing': entry<{ because: string }>({
    title: 'A step without a next',
    message: ({ because }) => `A step that ${because} has to say what comes next.`,
    hint: 'Add next: with the id of a step.',
  }),
  'step-next-unused': entry({
    title: 'A next that nothing leads to',
    message: () => 'This step has next, but nothing on it leads to that step.',
    hint: 'A button goes on with send and on: …: { to: … }.',
  }),
  'submit-without-form': entry({
    title: 'A submission without a form',
    message: () => 'This step defines what happens when a form is sent, but has no form.',
    hint: 'Add form: with the id of a form.',
  }),
  'form-without-submit': entry({
    title: 'A form nobody sends',
    message: () => 'This step has a form, but does not say what sending it does.',
    hint: 'Add submit: with its calls; next: for a form that is sent later; or notify: for one that is sent nowhere.',
  }),
  'leave-loop': entry<{ paths: readonly string[] }>({
    title: 'Redirects without an end',
    message: ({ paths }) => `${paths.join(' leads to ')}: a browser would give up.`,
    hint: 'Leave for the path of a page, or of a step that shows something.',
  }),
  'choose-else-missing': entry({
    title: 'A choice without an else',
    message: () => 'The last branch has a condition, so there may be nowhere to go.',
    hint: 'Add a last branch with only to.',
  }),
  'choose-else-early': entry({
    title: 'Branches nobody reaches',
    message: () => 'This branch has no condition, so those below it are never looked at.',
    hint: 'Give it a when, or move it to the end.',
  }),
  'answers-not-kept': entry<{ name: string; count: number; reason: string }>({
    title: 'Answers with no place',
    message: ({ name, count, reason }) =>
      `The answers go into ${name}, which is ${reason}; it has to be a kept list of ${count} numbers.`,
    hint: ({ name, count }) => `Write under data: ${name}: { type: list, of: number, length: ${count} }`,
  }),
  'carried-not-kept': entry<Unknown>({
    title: 'A carried value nobody keeps',
    message: ({ name }) => `The address carries ${name}, which this flow does not keep.`,
    hint: meant,
  }),
  'carried-without-lost': entry({
    title: 'Nowhere to go without the value',
    message: () =>
      'This step needs values from the address, but does not say where a visitor goes who comes without them.',
    hint: 'Add fallback: with the step to go to.',
  }),
  'into-not-kept': entry<Unknown>({
    title: 'A reply with no place',
    message: ({ name }) => `The reply goes into ${name}, which this flow does not keep.`,
    hint: meant,
  }),
  'option-twice': entry<{ value: string }>({
    title: 'Two options with one value',
    message: ({ value }) => `${value} is the value of another option too.`,
    hint: 'Give each option its own value, so that the answers can be distinguished.',
  }),
  'question-twice': entry<{ id: string }>({
    title: 'Two questions with one id',
    message: ({ id }) => `Another question of this set is called ${id}.`,
    hint: 'Give each question its own id.',
  }),
  'value-type': entry<{ reason: string; fix: string }>({
    title: 'A type that does not fit together',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  }),

  // Computed values
  'compute-shape': entry({
    title: 'A computed value that is not one thing',
    message: () => 'A computed value is just one of value, classify with ranges, or lowest.',
    hint: 'Keep one of them.',
  }),
  'band-otherwise': entry({
    title: 'Bands without a last resort',
    message: () => 'The last band, and only the last, is otherwise.',
    hint: 'Put the band for everything else at the end with the word otherwise.',
  }),
  'band-overlap': entry<{ band: string; other: string }>({
    title: 'Bands that overlap',
    message: ({ band, other }) => `${band} and ${other} both hold for some numbers.`,
    hint: 'Write the ranges in one direction, from high to low with >= or from low to high with <.',
  }),
  'band-unreachable': entry<{ band: string }>({
    title: 'A band nobody is in',
    message: ({ band }) => `No number is in the band ${band}: those above it take them all.`,
    hint: 'Change the bounds or the order.',
  }),
  'score-maximum': entry<{ divisor: number; best: number }>({
    severity: 'warning',
    title: 'A score that does not end at 100',
    message: ({ divisor, best }) => `The best answers add up to ${best}, but this divides by ${divisor}.`,
    hint: ({ best }) => `Write percent(…, ${best}) for a score that ends at 100.`,
  }),

  // Calls and intakes
  'call-shape': entry({
    title: 'A call that is not one call',
    message: () => 'A call is just one of post and get.',
    hint: 'Keep one of them.',
  }),
  'call-value-missing': entry<{ name: string; endpoint: string; why?: string | undefined }>({
    title: 'A value the endpoint is not given',
    message: ({ name, endpoint, why }) =>
      why === undefined
        ? `${endpoint} needs ${name}, which is neither sent nor a value of this flow.`
        : `${endpoint} needs ${name}, which may be missing here: ${why}.`,
    hint: ({ name }) => `Add it under send: ${name}: …, or mark it optional in the intake.`,
  }),
  'field-unposted': entry<{ form: string; fields: readonly string[] }>({
    severity: 'warning',
    title: 'A field that is sent nowhere',
    message: ({ form, fields }) =>
      `Visitors fill in ${listed(fields)} in the form ${form}, but this flow sends ${fields.length === 1 ? 'it' : 'them'} nowhere.`,
    hint: 'Let an intake that the flow calls accept it, or remove the field.',
  }),
  'accepted-unsent': entry<{ name: string; endpoint: string; near: string | undefined }>({
    severity: 'warning',
    title: 'An accepted value that no flow sends',
    message: ({ name, endpoint }) => `${endpoint} accepts ${name}, but no flow sends it.`,
    hint: ({ near, name }) =>
      near === undefined ? `Send it (send: ${name}: …), or remove it here.` : `Flows send ${near}: did you mean that?`,
  }),
  'intake-uncalled': entry<{ intake: string; endpoint: string }>({
    severity: 'warning',
    title: 'An intake that nothing calls',
    message: ({ endpoint }) => `No flow calls ${endpoint}.`,
    hint: 'Call it in a flow or remove it. Where another program calls it, accept this warning with that reason.',
  }),
  'form-unused': entry<{ form: string }>({
    severity: 'warning',
    title: 'A form nobody fills in',
    message: ({ form }) => `No step and no intake uses the form ${form}.`,
    hint: 'Name it in a step (form: …), or remove the file.',
  }),
  'form-laxer': entry<{ field: string; endpoint: string; judge: string; reason: string }>({
    severity: 'warning',
    title: 'A form that lets through what is refused',
    message: ({ field, endpoint, judge }) =>
      `${field} takes values that ${endpoint} refuses: the server judges them by ${judge}, which is stricter.`,
    hint: ({ reason }) => `Add what that form asks for: ${reason}`,
  }),
  'call-value-unknown': entry<Unknown & { endpoint: string }>({
    title: 'A value the endpoint does not take',
    message: ({ name, endpoint }) => `${endpoint} does not accept ${name}.`,
    hint: meant,
  }),
  'intake-method': entry({
    title: 'An intake that is not one endpoint',
    message: () => 'An intake has just one of post and get.',
    hint: 'Make two intakes of it.',
  }),
  'intake-collection': entry({
    title: 'An intake without records',
    message: () => 'This intake does not say where its records are.',
    hint: 'Add records: with a name.',
  }),
  'intake-subject': entry({
    title: 'A look-up without lookupBy',
    message: () => 'A look-up has to say which value its records are found by.',
    hint: 'Add lookupBy: with the name of an accepted value.',
  }),
  'intake-owned': entry({
    title: 'An owner without lookupBy',
    message: () => 'Only a post whose records are found by lookupBy can belong to the browser that sent it.',
    hint: 'Add lookupBy: with the name of an accepted value, or remove ownerOnly.',
  }),
  'intake-forms': entry<{ reason: string }>({
    title: 'Forms that can not be told apart',
    message: ({ reason }) => reason,
    hint: 'Under forms, by names an accepted number with allowed: or a choice, and cases: has the forms for each of its values.',
  }),
  'collection-unknown': entry<Unknown>({
    title: 'Records that nobody posts',
    message: ({ name }) => `No intake posts to the records ${name}.`,
    hint: meant,
  }),
  'accepted-unknown': entry<Unknown>({
    title: 'A value the intake does not accept',
    message: ({ name }) => `This intake does not accept a value called ${name}.`,
    hint: meant,
  }),
  'computed-unknown': entry<Unknown>({
    title: 'An unknown computed value',
    message: ({ name }) => `The flow does not compute a value called ${name}.`,
    hint: meant,
  }),

  // Forms
  'field-options': entry<{ reason: string }>({
    title: 'Options that do not fit the field',
    message: ({ reason }) => reason,
    hint: 'Fields of type choice and choices have options, others have none.',
  }),
  'field-default': entry<{ reason: string }>({
    title: 'A default that is refused',
    message: ({ reason }) => `The form itself refuses this default: ${reason}`,
    hint: 'Change the default or the rules.',
  }),
  'field-without-rules': entry<{ field: string }>({
    severity: 'warning',
    title: 'A text nobody checks',
    message: ({ field }) => `The field ${field} takes any text or none.`,
    hint: 'Add the rule required, or a rule for what is written.',
  }),
  'field-personal': entry<{ field: string; kind: string }>({
    severity: 'warning',
    title: 'Personal data that is not marked',
    message: ({ field, kind }) =>
      `The field ${field} looks like a person's ${kind}, but is not marked as personal data.`,
    hint: ({ kind }) => `Add pii: ${kind}, so that it stays out of logs, traces and tracking.`,
  }),
  'field-autocomplete': entry<{ reason: string; instead: string }>({
    title: 'Autocomplete that the field cannot have',
    message: ({ reason }) => reason,
    hint: ({ instead }) => instead,
  }),
  'rule-incomplete': entry<{ rule: string; needs: string }>({
    title: 'A rule without its parameter',
    message: ({ rule, needs }) => `The rule ${rule} needs ${needs}.`,
    hint: ({ needs }) => `Add ${needs}: …`,
  }),
  'rule-range': entry<{ min: number; max: number }>({
    title: 'A rule nothing can satisfy',
    message: ({ min, max }) => `At least ${min} and at most ${max} cannot both be satisfied.`,
    hint: 'Exchange them or change one.',
  }),
  'rule-twice': entry<{ rule: string }>({
    title: 'A rule twice on one field',
    message: ({ rule }) => `This field has the rule ${rule} twice.`,
    hint: 'Keep the stricter one and remove the other.',
  }),
  'rule-misplaced': entry<{ rule: string; type: string }>({
    title: 'A rule for another kind of field',
    message: ({ rule, type }) => `The rule ${rule} does not apply to a field of type ${type}.`,
    hint: 'Remove it or change the type.',
  }),
  'regex-invalid': entry<{ reason: string; hint: string }>({
    title: 'Not a regular expression',
    message: ({ reason }) => `This pattern is not a valid regular expression: ${reason}`,
    hint: ({ hint }) => hint,
  }),
  'regex-slow': entry({
    title: 'A regular expression that can hang',
    message: () => 'A repetition inside a repetition can take very long on some texts.',
    hint: 'Take one of the two repetitions out: write (ab)+ instead of (a+b*)+.',
  }),
  'consent-prechecked': entry({
    severity: 'warning',
    title: 'Consent that is ticked beforehand',
    message: () =>
      'A box that is ticked beforehand is no valid consent under the LGPD (art. 8) and the GDPR (recital 32): it must be an act of the visitor.',
    hint: 'Write mechanism: checkbox and remove the default, or write above it: # accept consent-prechecked: the reason',
  }),
  'consent-field': entry<{ reason: string }>({
    title: 'Consent without its checkbox',
    message: ({ reason }) => reason,
    hint: 'Name a field of type checkbox under field, and let mechanism say what its default is.',
  }),

  // Privacy
  'track-personal': entry<{ name: string }>({
    title: 'Personal data in tracking',
    message: ({ name }) => `${name} is personal data and would leave unhashed.`,
    hint: 'Move it under user:, where it is hashed, or leave it out.',
  }),
} satisfies Record<string, Entry<never>>;

function meantKey({ near, known }: { near: string | undefined; known: readonly string[] }): string {
  return near !== undefined ? `Did you mean ${near}?` : `Its keys: ${listed(known)}.`;
}

export type AuthorCode = keyof typeof authorErrors;
/** The arguments of a code: none, or one object. */
export type ArgsOf<C extends AuthorCode> =
  (typeof authorErrors)[C] extends Entry<infer Args> ? ([Args] extends [undefined] ? [] : [args: Args]) : never;
