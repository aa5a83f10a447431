/** The tools of `funnel dev`: pages follow edits, show mistakes, and have a toolbar. No other server has them. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import type { Response } from 'express';
import { phases } from '../../engine/axes/phase.ts';
import { asksForConsent } from '../../engine/consent/policy.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { type Extensions, noExtensions } from '../../engine/extensions/extensions.ts';
import { devCookies, devPaths, serverPaths } from '../../engine/paths.ts';
import type { DevNetwork, DevSite, DevState } from '../../renderer/dev/contract.ts';
import type { ServedDefinitions } from '../definitions/definition-service.ts';
import type { ChangedPaths } from '../definitions/watch.ts';
import { updateEditorSchemas } from '../extensions/editor.ts';
import type { AddRoutes } from '../http/app.ts';
import { cookiesIn } from '../http/cookies.ts';
import { queryOf, splitTarget } from '../http/request.ts';
import type { IntakeReply } from '../intakes/errors.ts';
import type { PageTools } from '../pages/handler.ts';
import type { EncodedPage } from '../pages/page-cache.ts';
import type { Version } from '../pages/version.ts';
import { type Jump, jumpTo, stepsShown } from './jump.ts';

export interface DevToolsOptions {
  /** The folder that the author edits. Absolute. */
  readonly folder: string;
  /** The built script of the pages. */
  readonly script: string;
  /** The address that opens a place in the author's editor, with `{path}`, `{line}` and `{column}`. */
  readonly editor: string;
  readonly definitions: Pick<ServedDefinitions<Version>, 'current' | 'refusal' | 'problems'>;
  readonly inspector: RequestHandler;
}

/** A part of the tools that answers whole requests. */
export interface RequestHandler {
  owns(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void>;
}

export interface DevTools {
  readonly routes: AddRoutes;
  readonly pages: PageTools;
  /** Behaves like the network that the author tries out. @returns whether it has ended the response */
  hold(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** The reply to a look-up of a visit that jumped to its step; null for any other. */
  reply(path: string, payload: unknown): IntakeReply | null;
  /** Tells every open page what became of an edit. */
  announce(changed: ChangedPaths): void;
  /** Tells every open page that a visit went on. */
  grown(visit: string): void;
  /** Ends the connections of open pages. */
  close(): void;
}

/** How late replies are on a slow network, in milliseconds. */
const slowMs = 2000;
/** A proxy may close a connection that is silent for longer, in milliseconds. */
const beatMs = 15_000;
/** More of each kind would not be read. */
const mostShown = 20;
/** The jumps whose data is looked up; older ones are forgotten. */
const mostJumps = 100;

/** @throws Error when there is no build */
export async function readDevScript(folder: string): Promise<string> {
  return readFile(join(folder, 'dev.js'), 'utf8');
}

const escapedAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The problems of the folder, as open pages show them. */
function stateOf({ folder, editor, definitions }: DevToolsOptions, assets: number): DevState {
  const placed = ({ file, line, column }: AuthorProblem): string =>
    editor
      .replaceAll('{path}', encodeURI(join(folder, file)))
      .replaceAll('{line}', String(line))
      .replaceAll('{column}', String(column));
  const problems = definitions.problems();
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const first = [...errors.slice(0, mostShown), ...warnings.slice(0, mostShown)];
  return {
    definition: definitions.current().site.hash,
    assets,
    refusal: definitions.refusal(),
    errors: errors.length,
    warnings: warnings.length,
    problems: first.map((problem) => ({ ...problem, editor: placed(problem) })),
  };
}

/** What the toolbar can lead to. */
function devSiteOf({ site: { routes, timed, site }, flows }: Version): DevSite {
  return {
    pages: Object.keys(routes).filter((path) => routes[path]?.flow === null && routes[path]?.canonical === path),
    flows: [...flows].map(([flow, compiled]) => ({ flow, steps: stepsShown(compiled) })),
    moments: timed.flatMap(({ id }) => phases.map((phase) => `${id}.${phase}`)),
    asksConsent: asksForConsent(site),
  };
}

/** A page with the tools in it. */
function withTools({ encoded, policy }: EncodedPage, flows: readonly string[], { site }: Version): EncodedPage {
  const behaviours = Object.fromEntries(flows.map((flow) => [flow, site.flows[flow]?.behaviour]));
  const tag = `<script src="${devPaths.script}" data-definition="${site.hash}" data-behaviours="${escapedAttribute(JSON.stringify(behaviours))}"></script>`;
  const html = (encoded.bodies.identity as Buffer).toString('utf8');
  return {
    encoded: {
      type: encoded.type,
      bodies: { identity: Buffer.from(html.replace('</head>', () => `${tag}</head>`)) },
      tag: `${encoded.tag}.${site.hash.slice(0, 12)}`,
    },
    // The toolbar shows a page at the width of a phone, in an iframe.
    policy: policy
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
      .replace('frame-src ', "frame-src 'self' "),
  };
}

/** Jumps to steps, and the data that their visits look up. */
function createJumps(current: () => Version) {
  const jumps = new Map<string, Jump>();
  return {
    /** @returns null for an unknown step; a RangeError for one that cannot be reached */
    to(flow: string, step: string, when: string | null): Jump | RangeError | null {
      try {
        const jump = jumpTo(current(), flow, step, randomUUID, when);
        if (jump === null) return null;
        jumps.set(jump.id, jump);
        for (const id of jumps.keys()) if (jumps.size > mostJumps) jumps.delete(id);
        return jump;
      } catch (error) {
        if (error instanceof RangeError) return error;
        throw error;
      }
    },
    reply(path: string, payload: unknown): IntakeReply | null {
      for (const value of Object.values((payload ?? {}) as Record<string, unknown>)) {
        const body = typeof value === 'string' ? jumps.get(value)?.replies.get(path) : undefined;
        if (body !== undefined) return { status: 200, body, headers: {} };
      }
      return null;
    },
  };
}

/**
 * Behaves like the network that the author tries out: late, without an answer, or with a failure.
 * @returns whether it has ended the response
 */
async function tryNetwork(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
  const isSubmission = path.startsWith(serverPaths.api) && request.method === 'POST';
  const network = cookieOf(request.headers.cookie, devCookies.network) as DevNetwork | null;
  if (network === 'slow') await new Promise((next) => setTimeout(next, slowMs));
  if (network === 'lost' && isSubmission) {
    request.socket.destroy();
    return true;
  }
  if (network === 'down' && isSubmission) {
    request.resume();
    response.writeHead(503, { 'Content-Type': 'application/json' }).end('{}');
    return true;
  }
  return false;
}

/** Lets the author's editor complete the extensions of a site, when they have changed. */
function extensionsExplainer(folder: string): (site: Version['site']) => void {
  let known: Extensions | null = null;
  return ({ extensions = noExtensions }) => {
    if (extensions === known) return;
    known = extensions;
    void updateEditorSchemas(dirname(folder), extensions);
  };
}

export function createDevTools(options: DevToolsOptions): DevTools {
  const { folder, script, definitions, inspector } = options;
  const { current } = definitions;
  const open = new Set<Response>();
  const jumps = createJumps(current);
  const explainExtensions = extensionsExplainer(folder);
  explainExtensions(current().site);
  let assets = 0;

  const message = (): string => `data: ${JSON.stringify(stateOf(options, assets))}\n\n`;
  const beat = setInterval(() => {
    for (const response of open) response.write(':\n\n');
  }, beatMs).unref();

  return {
    routes({ read, notFound }) {
      read(devPaths.script, (_request, response) => {
        response.set('Cache-Control', 'no-store').type('text/javascript').send(script);
      });
      read(devPaths.events, (request, response) => {
        response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/event-stream' }).flushHeaders();
        open.add(response);
        request.on('close', () => open.delete(response));
        response.write(message());
      });
      read(devPaths.site, (_request, response) => {
        response.set('Cache-Control', 'no-store').json(devSiteOf(current()));
      });
      read(devPaths.jump, (request, response) => {
        const query = queryOf(request.url);
        const jump = jumps.to(query.get('flow') ?? '', query.get('step') ?? '', query.get('when'));
        if (jump === null) return notFound(response);
        if (jump instanceof RangeError) {
          response.status(422).json({ message: jump.message });
          return;
        }
        const { address, overlay, flow, screen, visit } = jump;
        response.set('Cache-Control', 'no-store').json({ address, overlay, flow, screen, visit });
      });
    },
    pages: {
      decorate: (page, { flows }) => withTools(page, flows, current()),
      moment: ({ headers }) => cookieOf(headers.cookie, devCookies.at),
    },
    async hold(request, response) {
      const { path, query } = splitTarget(request.url ?? '/');
      if (inspector.owns(path)) {
        await inspector.handle(request, response, path, query);
        return true;
      }
      // A recording is no request of the visitor.
      if (path === serverPaths.traces || Object.values(devPaths).some((own) => own === path)) return false;
      if (await tryNetwork(request, response, path)) return true;
      const known = request.method === 'GET' ? jumps.reply(path, Object.fromEntries(queryOf(request.url ?? ''))) : null;
      if (known !== null)
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(known.body));
      return known !== null;
    },
    reply: jumps.reply,
    announce(changed) {
      explainExtensions(current().site);
      const isAsset = changed === null || [...changed].some((path) => path.includes('assets/'));
      if (isAsset && definitions.refusal() === null) assets += 1;
      if (open.size === 0) return;
      const text = message();
      for (const response of open) response.write(text);
    },
    grown(visit) {
      for (const response of open) response.write(`event: visit\ndata: ${visit}\n\n`);
    },
    close() {
      clearInterval(beat);
      for (const response of open) response.end();
      open.clear();
    },
  };
}

/** The value of a cookie; null if there is none, or nothing that the toolbar has written. */
function cookieOf(header: string | undefined, name: string): string | null {
  const found = cookiesIn(header, [name])[name];
  return found !== undefined && /^[\w.-]+$/.test(found) ? found : null;
}
