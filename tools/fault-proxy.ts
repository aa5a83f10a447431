/**
 * Stands between a browser and a site, and answers the calls of a scenario. Faults happen on the network itself: a request
 * that the browser's debugging interface intercepts is lost if its page leaves, and the browser's cache is off.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteDefinition } from '../engine/definition.ts';
import { callKeyHeader } from '../engine/flow/post-names.ts';
import { createIntakeAnswers } from '../engine/intakes/answers.ts';
import { scenarioAnswers } from '../engine/scenarios/server.ts';
import type { Json } from '../schemas/compiled.ts';
import type { ScenarioCase } from '../schemas/generated/types.ts';
import { redirectOf } from '../server/intakes/redirect.ts';
import { queryValues } from '../server/intakes/request.ts';

type Body = Readonly<Record<string, Json>>;

/** A reply that the browser waits for. */
interface HeldReply {
  /** When it is due, in milliseconds of the visit. */
  readonly due: number;
  release(): void;
}

/** The calls of one case. */
export interface ScenarioCalls {
  /** The held replies; the next one that is due first. */
  held(): readonly HeldReply[];
  /** The last body that was sent to a path; undefined if there was none. */
  sent(path: string): Body | undefined;
  /** The number of submissions of a path that a server would have stored: of different idempotency keys. */
  stored(path: string): number;
}

export interface FaultProxy {
  readonly url: string;
  /**
   * Answers the calls from now on as a case says, and nothing else that would store or send something.
   * @param now milliseconds of the visit
   */
  begin(given: ScenarioCase, now: () => number): ScenarioCalls;
  /** How long no request has been under way other than held ones, in milliseconds. */
  quietFor(): number;
  stop(): void;
}

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/**
 * Ends a response in its middle. Without the head of a response, Chromium would repeat the request by itself on a connection
 * that it has used before.
 */
function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
  response.write('{', () => response.destroy());
}

/** @param key that of the submission, which its intake repeats */
function answer(response: ServerResponse, status: number, body: Body, key = ''): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', [callKeyHeader]: key };
  response.writeHead(status, headers);
  response.end(JSON.stringify(body));
}

/**
 * Listens on a free port.
 * @param target the site, which must take the address of the proxy for its own, and may therefore start later
 */
export async function startFaultProxy(site: SiteDefinition, target: () => string): Promise<FaultProxy> {
  const { intakes } = site;
  const answers = createIntakeAnswers(site, redirectOf);
  const paths = new Set(Object.values(intakes).map(({ path }) => path));
  let underWay = 0;
  let quietSince = Date.now();
  let call: (path: string, incoming: IncomingMessage, response: ServerResponse) => Promise<void> = async () => {};
  const settle = (): void => {
    underWay -= 1;
    if (underWay === 0) quietSince = Date.now();
  };

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { url: path, method, headers } = incoming;
    const onward = request(target() + path, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode as number, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  };

  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    underWay += 1;
    let isOpen = true;
    const end = (): void => {
      if (isOpen) settle();
      isOpen = false;
    };
    response.once('close', end);
    response.once('held', end);
    if (paths.has(pathname)) call(pathname, incoming, response).catch(() => response.destroy());
    else if (incoming.method === 'GET' || incoming.method === 'HEAD') forward(incoming, response);
    // Tracking and the source of the visitor: nothing leaves this machine.
    else answer(response, 200, {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    url,
    quietFor: () => (underWay === 0 ? Date.now() - quietSince : 0),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
    begin: ({ replies }, now) => {
      const answerTo = scenarioAnswers(answers, replies as Parameters<typeof scenarioAnswers>[1]);
      const keys = new Map<string, Set<string>>();
      const sent = new Map<string, Body>();
      let held: HeldReply[] = [];
      call = async (path, incoming, response) => {
        const { method, headers, url: address = '' } = incoming;
        const text = await bodyOf(incoming);
        const query = new URL(address, 'http://localhost').searchParams;
        const isPost = method === 'POST';
        const intake = answers.intakeOf({ method: isPost ? 'POST' : 'GET', path });
        const payload = (text === '' ? queryValues(intake?.input ?? {}, query) : JSON.parse(text)) as Body;
        if (text !== '') sent.set(path, payload);
        const key = String(headers['idempotency-key'] ?? '');
        const { after, network, reply, isStored } = answerTo({ method: isPost ? 'POST' : 'GET', path, payload }, key);
        if (isStored) keys.set(path, (keys.get(path) ?? new Set()).add(key));
        const release = (): void => {
          held = held.filter((each) => each.release !== release);
          quietSince = Date.now();
          if (network !== undefined || reply === null) {
            cut(response);
            return;
          }
          const { status, message } = reply;
          const body = reply.body as Body;
          answer(response, status, message === null ? body : { ...intake?.errors.response, ...body, message }, key);
        };
        if (after === 0) release();
        else {
          held.push({ due: now() + after, release });
          response.emit('held');
        }
      };
      return {
        held: () => held.toSorted((one, other) => one.due - other.due),
        sent: (path) => sent.get(path),
        stored: (path) => keys.get(path)?.size ?? 0,
      };
    },
  };
}
