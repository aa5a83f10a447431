import { nearest } from '../../engine/errors/nearest.ts';
import { check } from './check.ts';
import { type Command, type Output, runCommand } from './command.ts';
import { commandGroups } from './command-groups.ts';
import { migrateCommand } from './migrate.ts';

/** Every subcommand. A command that is slow to load is imported when it is called. */
export const commands: Readonly<Record<string, Command>> = {
  init: {
    usage: 'funnel init [FOLDER]',
    about:
      'Prepares a site in a folder (default: the current one): definitions of a small example, the scripts dev, start\nand check, settings for editors. Existing files are kept.',
    options: {
      name: { value: 'TEXT', about: 'The name of the site (default: that of the folder).' },
      url: { value: 'ADDRESS', about: 'Its public address, such as https://www.example.com (default: this machine).' },
      language: { value: 'TAG', about: 'The language of the example (default: pt-BR).' },
    },
    notes: 'Exit codes: 0 prepared; 2 invalid arguments.',
    run: async (call, output) => (await import('./init.ts')).init(call, output),
  },
  new: {
    usage: 'funnel new KIND NAME',
    about:
      'Writes a small valid definition to fill in: a funnel, quiz, page, flow, form, intake, part, collection, email or\ndocument. NAME becomes its id, its folder and its address. Of the kinds rule, block, field and connector it writes a word of your\nown into extensions/, beside funnels/ (docs/extensions.md).',
    options: { funnels: { value: 'FOLDER', about: 'The folder of the definitions (default: funnels).' } },
    notes:
      'Exit codes: 0 written; 1 the name is taken, or the definition does not fit into the site; 2 invalid arguments.',
    run: async (call, output) => (await import('./new.ts')).create(call, output),
  },
  dev: {
    usage: 'funnel dev',
    about:
      'Serves the site of ./funnels to its author, with submissions in ./data. Open pages follow every edit, show mistakes\nin the definitions, and have a toolbar. With ?inspect in its address, a page shows its visit step by step. NODE_ENV is development, DEV_TOOLS is on.\nOnly this machine reaches it; HOST=0.0.0.0 lets others in the network see the site, for a look on a telephone.',
    options: { port: { value: 'NUMBER', about: 'The port to listen on (default: PORT, or 3000).' } },
    notes:
      'Reads the same variables as start, and EDITOR_URL: the address that opens a place in your editor, such as\nidea://open?file={path}&line={line} (default: vscode://file/{path}:{line}:{column}).\nExit codes: 0 stopped; 1 it could not start.',
    run: async (call, output) => (await import('./start.ts')).develop(call, output),
  },
  start: {
    usage: 'funnel start',
    about:
      'Serves the site of ./funnels to visitors, with submissions in ./data, until it is stopped. NODE_ENV is production\nunless it is set: submissions are accepted only from pages at the address of the site (SITE_URL).',
    options: { port: { value: 'NUMBER', about: 'The port to listen on (default: PORT, or 3000).' } },
    notes:
      'The variables are those of the server: PORT, HOST, DATA_DIR, FUNNELS_DIR, SITE_URL, DATABASE_URL and others\n(README.md, docs/operations.md). Exit codes: 0 stopped; 1 it could not start, or only a restart helps.',
    run: async (call, output) => (await import('./start.ts')).start(call, output),
  },
  services: {
    usage: 'funnel services',
    about:
      'Catches e-mails and webhooks on this machine, prints them and shows them on a page, and prints the settings that\nmake the site use it. Nothing leaves the machine.',
    options: {
      smtp: { value: 'PORT', about: 'The port for e-mails (default: 2525).' },
      http: { value: 'PORT', about: 'The port for webhooks and the page (default: 2580).' },
    },
    notes: 'Exit codes: 0 stopped; 1 a port is taken.',
    run: async (call) => (await import('./services.ts')).catchDeliveries(call),
  },
  check,
  explain: {
    usage: 'funnel explain [CODE]',
    about:
      'Explains a code of the check: what it means, an example, and the same lines without the mistake.\nWithout CODE it lists all codes.',
    options: {},
    notes: 'Exit codes: 0 explained; 1 there is no such code.',
    run: async (call, output) => (await import('./explain.ts')).explain(call, output),
  },
  migrate: migrateCommand,
  expand: {
    usage: 'funnel expand NAME [FOLDER]',
    about:
      'Prints a funnel in one file (*.funnel.yaml) as separate definition files. The site stays the same if they replace it.\nFOLDER contains the definitions (default: funnels).',
    options: {},
    notes: 'Exit codes: 0 printed; 1 the funnel or site.yaml has errors; 2 there is no such funnel or folder.',
    run: async (call, output) => (await import('./expand.ts')).expand(call, output),
  },
  messages: {
    usage: 'funnel messages [FOLDER]',
    about:
      "Prints the engine's own texts for visitors that the site does not replace, in the language of the site. Copy what you\nreplace or translate into site.yaml. FOLDER contains the definitions (default: funnels).",
    options: {},
    notes: 'Exit codes: 0 printed; 2 the folder or its site.yaml cannot be read.',
    run: async (call, output) => (await import('./messages.ts')).messages(call, output),
  },
  'where-used': {
    usage: 'funnel where-used NAME [FOLDER]',
    about:
      'Lists every place that contains a name: of a flow, step, page, form, field, fact, value, text, tracking event, file,\npart, block, intake, address and so on. FOLDER contains the definitions (default: funnels).',
    options: { json: { about: 'Prints one JSON object.' } },
    notes:
      'NAME is the name alone, or with what it belongs to and its kind: email, contact.email, field:contact.email,\nfact:offer.price, step:quiz.start, event:Lead, path:/workshop.\nExit codes: 0 found; 1 there is no such name, or several things have it; 2 the folder could not be read.',
    run: async (call, output) => (await import('./where-used.ts')).whereUsed(call, output),
  },
  rename: {
    usage: 'funnel rename OLD NEW [FOLDER]',
    about:
      'Renames a thing and everything that refers to it: in expressions, calls, tracking, links and file names. Comments,\nquotes and layout stay. Changes all files or none. FOLDER contains the definitions (default: funnels).',
    options: {
      'dry-run': { about: 'Shows the changed lines, and changes no file.' },
      mapping: {
        value: 'FILE',
        about: 'Adds the new name to this file, or creates it, so that `funnel impact` can replay earlier visits.',
      },
      'no-aliases': {
        about: 'Fields and values do not keep the old name as an alias, with which open pages and saved visits go on.',
      },
    },
    notes:
      'OLD is written as for `funnel where-used`: contact.email, fact:offer.price, path:/workshop. NEW is the new name alone.\nExit codes: 0 renamed; 1 refused, because the name is taken or unknown or the result would not pass the check, and\nnothing was changed; 2 the folder could not be read.',
    run: async (call, output) => (await import('./rename.ts')).renameCommand(call, output),
  },
  diff: {
    usage: 'funnel diff A [B]',
    about:
      'Says what the difference between two versions of the definitions means: addresses, steps and branches, how many sets\nof answers lead elsewhere, on how many paths events fire, what forms and intakes accept, messages, prices and texts.\nWhat was renamed is said once. A and B are folders, or revisions of git such as HEAD~1 (B: default funnels).',
    options: {
      markdown: { about: 'Prints Markdown, such as for a pull request.' },
      json: { about: 'Prints one JSON object.' },
    },
    notes:
      'A path is a way through a flow from its start to a last step, without going back.\nExit codes: 0 at most texts differ; 1 more differs; 2 a version could not be read, or has errors.',
    run: async (call, output) => (await import('./diff.ts')).diff(call, output),
  },
  replay: {
    usage: 'funnel replay TRACE…',
    about:
      'Replays recorded sessions step by step and shows where they differ, also in what the intakes would answer. A TRACE is\na JSON Lines file, or a folder whose .jsonl files are replayed.',
    options: {
      funnels: {
        value: 'FOLDER',
        about:
          'The definitions to replay on (default: funnels). A folder with a site.yaml among the TRACEs\nhas the same effect.',
      },
      at: {
        value: 'MOMENT',
        about:
          "Replays at this moment of the site's events, such as workshop.after or 2026-03-01T09:00:00Z.\nBy default, each trace is replayed at the moment of its recording.",
      },
      until: { value: 'N', about: 'Replays up to step N only, and shows the values of a single trace then.' },
      json: { about: "Prints one JSON object with every trace's result." },
      junit: { about: 'Prints JUnit XML with a test for each trace, for continuous integration.' },
      whole: { about: 'Counts an open trace (one without an end) as incomplete.' },
    },
    notes:
      'Exit codes: 0 no difference, or only in wording; 1 a difference; 2 a trace could not be replayed completely.',
    run: async (call, output) => (await import('./replay.ts')).replay(call, output),
  },
  impact: {
    usage: 'funnel impact TRACE… --against FOLDER',
    about:
      'Replays recorded visits on edited definitions before they are published: which visitors would have been refused,\nwould first have been asked something else, would have ended elsewhere or would have sent or been answered something\nelse, also by the intakes; and which texts they would have read otherwise.\nA TRACE is a JSON Lines file, or a folder of such files.',
    options: {
      against: { value: 'FOLDER', about: 'The edited definitions.' },
      funnels: {
        value: 'FOLDER',
        about:
          'The definitions that visitors have now, as a folder or a revision of git such as origin/main (default: funnels).',
      },
      stored: {
        about: 'Judges what a server has stored, too: the last visits in DATA_DIR, and the leads of the database.',
      },
      gate: {
        about:
          'Judges by the rules of `publish` in site.yaml, as a publication does: which are exceeded, and by which lines.\nRenames with `aliases` need no mapping.',
      },
      leads: {
        about:
          'Sends the stored leads to the edited intakes, too: which of them would be refused, sent to another address,\nanswered or computed otherwise. Reads the database of DATA_DIR or DATABASE_URL. Without a TRACE, only the leads are checked.',
      },
      mapping: {
        value: 'FILE',
        about: 'A YAML file that names what was renamed or removed on purpose, so that it is not reported.',
      },
      markdown: { about: 'Prints a summary in Markdown, such as for a pull request.' },
      sarif: { about: 'Prints the gate as a SARIF log, which code hosts show at the changed lines.' },
      junit: { about: 'Prints the gate as JUnit XML: a test for each rule.' },
      json: { about: 'Prints one JSON object.' },
    },
    notes:
      'Exit codes: 0 at most texts change; 1 visits or leads are affected; 2 something could not be read.\nWith --gate: 0 no rule is exceeded; 1 one is; 2 the definitions or the traces could not be read.\nTraces are redacted: a new rule about the letters or digits of a personal value may be judged differently.\n--leads judges the values themselves.',
    run: async (call, output) => (await import('./impact.ts')).impact(call, output),
  },
  spec: {
    usage: 'funnel spec TRACE',
    about:
      'Prints a recorded visit as a Playwright test: a line for each act, with the replies of the recording. TRACE is a JSON\nLines file.',
    options: {
      funnels: { value: 'FOLDER', about: 'The definitions that the visit is replayed on (default: funnels).' },
      output: { value: 'FILE', about: 'Writes the test to this file.' },
    },
    notes:
      'Run the test with `BASE_URL=http://localhost:3000 npx playwright test FILE`.\nExit codes: 0 written; 2 the trace cannot be read, or differs from the definitions.',
    run: async (call, output) => (await import('./spec.ts')).spec(call, output),
  },
  paths: {
    usage: 'funnel paths [FLOW…]',
    about:
      'Walks through every flow as its visitors can, without a browser: counts the screens, transitions and outcomes of\nguards that are reached, and lists those that cannot be. Proves the invariants of each flow (always, never), or\nshows the shortest counterexample. With FLOWs, shows the shortest walk to each screen, transition and outcome.',
    options: {
      funnels: { value: 'FOLDER', about: 'The definitions (default: funnels).' },
      at: {
        value: 'MOMENT',
        about:
          "Only at this moment of the site's events, such as workshop.after or 2026-03-01T09:00:00Z.\nBy default at present, and in each other phase in which a flow behaves otherwise.",
      },
      json: { about: 'Prints everything as one JSON object, with the moves of each walk.' },
      out: {
        value: 'FOLDER',
        about: 'Writes a trace for each invariant (always, never) that is not true. `funnel replay` takes it.',
      },
      scenarios: {
        value: 'FOLDER',
        about: 'Writes the shortest walk to each screen and transition as scenarios. `funnel scenario` runs them.',
      },
      browser: {
        value: 'URL',
        about:
          'Also takes the walks in Chromium on the site that runs there, and compares it with the machine after each move.\nOnly flows with an address. Submissions do not reach the server.',
      },
    },
    notes:
      'A branch that a fact or a phase decides is not unreachable; it counts as switched off.\nExit codes: 0 all is reached, and all invariants are true; 1 something is unreachable, an invariant is not true or not\nproved, or the site differs from the machine; 2 there is no such flow or folder, or it has errors.',
    run: async (call, output) => (await import('./paths.ts')).paths(call, output),
  },
  graph: {
    usage: 'funnel graph [FLOW…]',
    about:
      'Draws flows: their steps with titles, conditions, calls and redirects, what cannot be reached, and where they start\nand end. Prints Mermaid by default, for Markdown pages.',
    options: {
      svg: { about: 'Draws SVG.' },
      mermaid: { about: 'Writes Mermaid only. With --out FOLDER, both are written by default.' },
      out: {
        value: 'PATH',
        about: 'A folder, which gets FLOW.svg and FLOW.mmd for each flow; or for one flow a file, .svg or .mmd.',
      },
      funnels: { value: 'FOLDER', about: 'The definitions (default: funnels).' },
      at: {
        value: 'MOMENT',
        about: "At this moment of the site's events, such as workshop.after or 2026-03-01T09:00:00Z (default: now).",
      },
    },
    notes:
      'Moves within a step (questions, corrections of a form) and ways back are not drawn.\nExit codes: 0 drawn; 2 there is no such flow or folder, it has errors, or the drawing could not be written.',
    run: async (call, output) => (await import('./graph.ts')).graph(call, output),
  },
  docs: {
    usage: 'funnel docs [FOLDER]',
    about:
      'Writes the reference of every block, field type, rule, step, function and delivery as static HTML. Its examples are\ndrawn in the theme of the site in FOLDER (default: funnels).',
    options: { out: { value: 'FOLDER', about: 'Where it is written (default: reference).' } },
    notes:
      'The pages need no JavaScript and no server.\nExit codes: 0 written; 2 the definitions have errors, the engine is not built, or the folder could not be written.',
    run: async (call, output) => (await import('./docs.ts')).docs(call, output),
  },
  mcp: {
    usage: 'funnel mcp [FOLDER]',
    about:
      'Serves the definitions in a folder (default: funnels) to assistants: the Model Context Protocol over standard input\nand output. Tools: reference, list, read, write, edit, write_asset, check, expand, graph, preview, impact, explain, where_used,\nrename, paths, scenario, versions, publish, rollback.',
    options: {},
    notes:
      'Writes stay inside the folder, and only what passes the check is kept. Previews need Chromium and a built engine.\nExit code: 0 when the client has closed the connection.',
    run: async (call, output) => (await import('./mcp.ts')).mcp(call, output),
  },
  lsp: {
    usage: 'funnel lsp [FOLDER]',
    about:
      'Serves editors: completion of names and keys, what they mean, where they are defined and used, renaming, and the\nmessages of the check as one types. The Language Server Protocol over standard input and output.',
    options: {},
    notes:
      'Without a FOLDER, the definitions are those of the editor’s workspace: its folder funnels, or the workspace itself.\nExit code: 0 when the editor has closed the connection.',
    run: async (call, output) => (await import('./lsp.ts')).lsp(call, output),
  },
  scenario: {
    usage: 'funnel scenario [FILE…]',
    about:
      'Runs the scenarios of the site (*.scenario.yaml): visits with failing replies, double taps, reloads and slow\nnetworks, and what is expected of them. A FILE is also named by its id.',
    options: {
      funnels: { value: 'FOLDER', about: 'The definitions (default: funnels).' },
      browser: {
        about: 'Runs them in Chromium, on a server of its own that stores and sends nothing. Needs playwright.',
      },
      json: { about: 'Prints one JSON object with every step.' },
    },
    notes:
      'With a FILE, the steps of each case are shown; otherwise only those of cases that fail.\nExit codes: 0 all is as expected; 1 something is not; 2 there is no such scenario or folder, or it has errors.',
    run: async (call, output) => (await import('./scenario.ts')).scenario(call, output),
  },
  leads: {
    usage: 'funnel leads [list | show ID | export | release ID]',
    about:
      'Lists leads, shows one with its submissions, or exports them. Those whose submissions all look like a machine’s are\nlisted only with --quarantined; release sends their held messages, and lists them with the others. Reads the database of DATA_DIR or DATABASE_URL,\nalso while the server runs. Times are in the zone of the site in FUNNELS_DIR.',
    options: {
      collection: { value: 'NAMES', about: 'Only these collections, separated by commas (default: all with leads).' },
      from: {
        value: 'TIME',
        about: 'Leads from this day on, such as 2026-03-01, or from a moment such as 2026-03-01T09:00:00Z.',
      },
      to: { value: 'TIME', about: 'Leads until the end of this day, or before this moment.' },
      source: { value: 'TEXT', about: 'Leads whose src or utm_source is this text.' },
      version: { value: 'HASH', about: 'Leads that were accepted by the definitions with this hash.' },
      after: { value: 'ID', about: 'Continues after this lead.' },
      limit: { value: 'COUNT', about: 'list: the most leads to print (default: 100).' },
      quarantined: { about: 'list: only the leads in quarantine.' },
      format: {
        value: 'FORMAT',
        about:
          'export: csv (RFC 4180, for programs; default), xlsx (a workbook), excel (CSV with a byte order mark, and the separator\nthat Excel expects under the locale of the site) or jsonl (JSON Lines).',
      },
      as: {
        value: 'FORM',
        about: 'export: labels or values of what was chosen (default: labels for xlsx and excel, values for csv).',
      },
      'per-option': { about: 'export: a column for each option of a field of several choices.' },
      output: { value: 'FILE', about: 'export: a new file (default: standard output).' },
    },
    notes: 'Exit codes: 0 leads found; 1 none; 2 they could not be read.',
    run: async (call, output) => (await import('./leads.ts')).leads(call, output),
  },
  visit: {
    usage: 'funnel visit WHO|ID',
    about:
      'Shows what happened in a visit: what was shown, done, sent and answered, and how it ended. WHO is an e-mail address,\na telephone number or a subject, whose leads lead to their visits; ID is the id of a visit. Reads the traces of DATA_DIR\nand the database of DATA_DIR or DATABASE_URL, also while the server runs. Personal values are not shown.',
    options: {
      log: { value: 'FILE', about: 'Adds the lines of a log file, such as the saved output of the server.' },
      personal: { about: 'Also shows the values of the leads. Keep the output as carefully as the leads.' },
      json: { about: 'Prints one JSON object.' },
    },
    notes:
      'Times are in the zone of the site in FUNNELS_DIR. Those of screens and events are from the visitor’s clock, all others\nfrom the server’s. A dialog that the visitor closes leaves nothing in a trace, and a trace does not know when the\nvisitor left.\nExit codes: 0 found; 1 nothing found; 2 invalid arguments, or something could not be read.',
    run: async (call, output) => (await import('./visit.ts')).visit(call, output),
  },
  versions: {
    usage: 'funnel versions',
    about:
      'Lists what was published, the newest first: the version that visitors get, the canary with its share, who published\neach version, when and why. Servers have PUBLISH=on-command.',
    options: { json: { about: 'Prints one JSON object.' } },
    notes: 'Exit codes: 0 listed; 1 nothing was published; 2 the database cannot be used.',
    run: async (call, output) => (await import('./publications.ts')).versions(call, output),
  },
  publish: {
    usage: 'funnel publish [FOLDER]',
    about:
      'Publishes a folder (default: FUNNELS_DIR) to the visitors of all running servers of the database: checks it, draws every\npage and every first screen, and replays the visits that were recorded last and the leads that were stored last. It is\nrefused if anything fails, or if more visits or leads are lost than `publish` in site.yaml allows. Servers have\nPUBLISH=on-command.',
    options: {
      message: { value: 'TEXT', about: 'What changed, for `funnel versions`.' },
      canary: { value: 'SHARE', about: 'Publishes it to a share of the visitors only, such as 10%.' },
      by: { value: 'NAME', about: 'Who publishes (default: the user of this machine).' },
      override: {
        value: 'REASON',
        about:
          'Publishes it although a rule of `publish` in site.yaml is exceeded. The reason is stored with your name, the time and\nwhat was exceeded. With PUBLISH=on-save, it allows a folder that the server has refused.',
      },
    },
    notes:
      'A repeated command changes nothing. Without --canary the version replaces the canary, too.\nExit codes: 0 published, or published already; 1 refused; 2 invalid arguments, or the database cannot be used.',
    run: async (call, output) => (await import('./publish.ts')).publish(call, output),
  },
  rollback: {
    usage: 'funnel rollback [HASH]',
    about:
      'Gives all visitors an earlier version again: the one that HASH names, otherwise the one before the last publication. While\na canary runs, it only ends the canary.',
    options: {
      message: { value: 'TEXT', about: 'Why, for `funnel versions`.' },
      by: { value: 'NAME', about: 'Who rolls back (default: the user of this machine).' },
    },
    notes:
      'A repeated command changes nothing. Exit codes: 0 rolled back, or live already; 1 there is no such version; 2 invalid\narguments, or the database cannot be used.',
    run: async (call, output) => (await import('./publications.ts')).rollback(call, output),
  },
  dropoff: {
    usage: 'funnel dropoff FLOW',
    about:
      'Counts for each screen of a flow how many visits came, went on, went back, finished, failed and left there, from\nthe traces of DATA_DIR. FLOW is the id in its file.',
    options: {
      from: {
        value: 'TIME',
        about: 'Visits from this day on, such as 2026-03-01, or from a moment such as 2026-03-01T09:00:00Z.',
      },
      to: { value: 'TIME', about: 'Visits until the end of this day, or before this moment.' },
      version: {
        value: 'HASH',
        about: 'Visits to the version, of the site or of the flow, whose fingerprint begins so.',
      },
      source: { value: 'TEXT', about: 'Visits whose src or utm_source is this text.' },
      by: { value: 'GROUP', about: 'Adds a second table, by version (of the site) or source.' },
      json: { about: 'Prints one JSON object.' },
      csv: { about: 'Prints CSV (RFC 4180).' },
    },
    notes:
      'Each visit is in one column of each of its screens: what it did there last. Failed: its last submission failed, and was\nnot repeated with success. In the last row, those that went back are among the others.\nA trace keeps a source only if the site lists it under recording.sources, if the flow names it, or if five visits share it.\nExit codes: 0 counted; 1 no visit; 2 invalid arguments.',
    run: async (call, output) => (await import('./dropoff.ts')).dropoff(call, output),
  },
  coverage: {
    usage: 'funnel coverage TRACE…',
    about:
      'Lists the screens, transitions and outcomes of the flows that no recorded visit has reached: what was never tested\nby visitors. A TRACE is a JSON Lines file, or a folder whose .jsonl files are read.',
    options: {
      funnels: { value: 'FOLDER', about: 'The definitions (default: funnels).' },
      at: { value: 'MOMENT', about: "Counts at this moment of the site's events, such as workshop.after." },
      json: { about: 'Prints one JSON object, with the number of traces that reached each.' },
    },
    notes:
      'Only flows with a trace are listed. A trace of another version counts as far as the flow still takes its events.\nExit codes: 0 everything was reached; 1 something was not; 2 no trace could be read.',
    run: async (call, output) => (await import('./coverage.ts')).coverage(call, output),
  },
  traces: {
    usage: 'funnel traces list | export',
    about:
      'Lists the recorded visits of DATA_DIR with how each ended, the newest first, or exports them to files that\n`funnel replay` takes, also while the server runs.',
    options: {
      flow: { value: 'FLOW', about: 'Only visits to this flow.' },
      from: {
        value: 'TIME',
        about: 'Visits from this day on, such as 2026-03-01, or from a moment such as 2026-03-01T09:00:00Z.',
      },
      to: { value: 'TIME', about: 'Visits until the end of this day, or before this moment.' },
      version: { value: 'HASH', about: 'Visits to the version of the flow whose fingerprint begins so.' },
      outcome: {
        value: 'OUTCOME',
        about:
          'Visits that ended so: bought, redirected, submitted, refused, server-failed, network-lost, timed-out,\npage-failed, closed, left, open or out-of-sight (open without an event for a day).',
      },
      with: {
        value: 'FINDING',
        about:
          'Visits with one of these: errors (a call failed, or a value was missing), repeated-call (a call that had failed\nwas accepted when it was sent again), double-press (a button was pressed twice) or undelivered (a message after\nthe submission could not be delivered).',
      },
      limit: { value: 'COUNT', about: 'The most traces, the newest first (list: 100; export: all).' },
      output: { value: 'FOLDER', about: 'export: the folder for one file per trace.' },
      json: { about: 'list: one JSON object.' },
    },
    notes:
      'Personal values were masked in the browser.\nExit codes: 0 found; 1 none; 2 invalid arguments, or something could not be read.',
    run: async (call, output) => (await import('./traces.ts')).traces(call, output),
  },
  deliveries: {
    usage: 'funnel deliveries list | show ID | retry [ID…] | destinations | resume DESTINATION',
    about:
      'Lists the messages that follow submissions, shows one with its attempts, or sends some again, also while the\nserver runs. destinations: whether each is configured and works; resume: sends to one again that was paused.\nReads DATA_DIR or DATABASE_URL, and the definitions of FUNNELS_DIR. Times are in UTC.',
    options: {
      status: {
        value: 'STATUS',
        about: 'Only with this status: waiting, delivered, dead, unconfigured, withheld or cancelled.',
      },
      destination: { value: 'ID', about: 'Only to this destination.' },
      record: { value: 'ID', about: 'Only those of this submission.' },
      after: { value: 'ID', about: 'list: continues after this delivery.' },
      limit: { value: 'COUNT', about: 'list: the most deliveries to print (default: 100).' },
      payload: { about: 'show: also what is sent. It contains personal data.' },
      json: { about: 'list and show: one JSON object per delivery.' },
    },
    notes:
      'retry sends dead and unconfigured messages, delivered ones only by ID; those without consent never.\nExit codes: 0 done; 1 nothing found; 2 the database could not be read.',
    run: async (call, output) => (await import('./deliveries.ts')).deliveries(call, output),
  },
  backup: {
    usage: 'funnel backup FILE',
    about:
      'Writes everything that was submitted to a new file, as of one moment and while the server runs. The file also\ncontains the keys of DATA_DIR. PostgreSQL is backed up with pg_dump.',
    options: {},
    notes: 'Exit codes: 0 the file is complete and checked; 2 there is no backup.',
    run: async (call, output) => (await import('./backup.ts')).backup(call, output),
  },
  restore: {
    usage: 'funnel restore FILE',
    about: 'Puts a backup into DATA_DIR. The server must be stopped. PostgreSQL is restored with pg_restore.',
    options: {
      force: { about: 'Replaces a database that contains submissions, and keeps it under another name.' },
    },
    notes: 'Exit codes: 0 restored; 1 refused, and nothing was changed; 2 another error.',
    run: async (call, output) => (await import('./backup.ts')).restore(call, output),
  },
  privacy: {
    usage: 'funnel privacy export PERSON | erase PERSON | replay [FILE] | list',
    about:
      'Exports or erases everything that is stored of a person: an e-mail address, a telephone number or a subject,\ncompared as intakes compare them. Works on the database of DATA_DIR or DATABASE_URL, also while the server runs.\nreplay repeats the erasures of an audit file (default: DATA_DIR/erasures.jsonl) after a restore; list prints the\naudit.',
    options: {
      'dry-run': { about: 'erase: shows what would be erased, and changes nothing.' },
      yes: { about: 'erase: does not ask for confirmation.' },
      compact: {
        about:
          'erase, replay: also rewrites the database, so that its free space is empty. Blocks submissions meanwhile.',
      },
      output: { value: 'FILE', about: 'export: a new file (default: standard output).' },
    },
    notes: 'Exit codes: 0 done; 1 nothing found, not confirmed, or a value is still on the disk; 2 another error.',
    run: async (call, output) => (await import('./privacy.ts')).privacy(call, output),
  },
  tokens: {
    usage: 'funnel tokens create NAME | list | revoke NAME',
    about:
      'Manages the tokens for the API of the admin port. They are stored as hashes: in the database that\nDATABASE_URL names, otherwise in DATA_DIR/tokens.json.\nA running server follows every change at once.',
    options: {
      scope: {
        value: 'SCOPES',
        about:
          'create: what the token allows, separated by commas: leads:read (default), or leads:read:COLLECTION\nfor one collection.',
      },
    },
    notes: 'Exit codes: 0 done; 1 the name is taken, or unknown; 2 the data folder is unusable.',
    run: async (call, output) => (await import('./tokens.ts')).tokens(call, output),
  },
  user: {
    usage: 'funnel user add NAME | list | remove NAME',
    about:
      'Manages the people who may log in to the studio, on the admin port under /studio/. The password is asked for, or\nread from the first line of standard input. Uses the database of DATA_DIR or DATABASE_URL, also while the server runs.',
    options: {
      role: {
        value: 'ROLE',
        about: 'add: viewer (default) looks at everything; editor may also change what can be changed.',
      },
    },
    notes:
      'Exit codes: 0 done; 1 the name is taken or unknown, or the password is refused; 2 the database is unusable.',
    run: async (call, output) => (await import('./user.ts')).user(call, output),
  },
  track: {
    usage: 'funnel track --explain [FOLDER]',
    about:
      'Lists the events of each page and flow: when they are sent, with which fields, to which tags in the browser, and\nwhat the server delivers after a submission. FOLDER contains the definitions (default: funnels).',
    options: {
      explain: { about: 'Lists the events.' },
      json: { about: 'Prints them as one JSON object.' },
    },
    notes: 'Exit codes: 0 listed; 1 the definitions have errors; 2 the folder could not be read.',
    run: async (call, output) => (await import('./track.ts')).explainTracking(call, output),
  },
  records: {
    usage: 'funnel records COLLECTION [SUBJECT] [FOLDER]',
    about:
      'Shows the records of a subject, such as an e-mail address, merged by visit; without one, lists the collection.\nReads DATA_DIR. FOLDER contains the definitions (default: FUNNELS_DIR).',
    options: {},
    notes: 'Exit codes: 0 records found; 1 no records; 2 they could not be read.',
    run: async (call, output) => (await import('./records.ts')).records(call, output),
  },
};

const terminal: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  colours: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
};

/**
 * Runs `funnel` with its arguments.
 * @returns the exit code; 2 for an unknown subcommand
 */
export async function main(args: readonly string[], output: Output = terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    output.out(help());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const near = nearest(name, Object.keys(commands));
    output.err(`Unknown command ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}\n\n${help()}`);
    return 2;
  }
  return runCommand(command, rest, output);
}

/** The first sentence of a text, or its part before a colon, without remarks in parentheses. */
const firstSentence = (about: string): string => {
  const plain = about.replaceAll('\n', ' ').replaceAll(/ \([^)]*\)/g, '');
  return `${/^.*?(?=[.:](\s|$))/.exec(plain)?.[0] ?? plain}.`;
};

/** All commands by group, with the first sentence about each. */
const help = (): string =>
  [
    'Usage: funnel COMMAND',
    ...commandGroups.flatMap(({ title, commands: names }) => [
      '',
      title,
      ...names.map((name) => `  ${name.padEnd(11)} ${firstSentence(commands[name]?.about ?? '')}`),
    ]),
    '',
    '`funnel COMMAND --help` says how a command is called, and lists its options.',
  ].join('\n');
