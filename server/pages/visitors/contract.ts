/** What the pages of one visitor need, and what they offer. */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Route } from '../../../engine/definition.ts';
import type { SessionInput } from '../../../engine/flow/context.ts';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import type { PageRenderer } from '../../../renderer/contract.ts';
import type { CrossSiteCheck } from '../../http/origin.ts';
import type { IntakeReply } from '../../intakes/errors.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Protection } from '../../protection/protection.ts';
import type { TraceSink } from '../../traces/sink.ts';
import type { Seal } from '../../visits/seal.ts';
import type { Visit } from '../../visits/visit.ts';
import type { VisitKeeper } from '../../visits/visit-keeper.ts';
import type { EncodedPage } from '../page-cache.ts';
import type { Version } from '../version.ts';

export interface VisitorPagesOptions {
  readonly renderer: Pick<PageRenderer, 'renderSession' | 'renderStatic'>;
  readonly seal: Seal;
  readonly keeper: VisitKeeper;
  readonly limits: RateLimit;
  readonly protection: Pick<Protection, 'openings'>;
  readonly isForeign: CrossSiteCheck;
  readonly trustProxy: number;
  readonly clock: () => number;
  readonly random: () => number;
  /** Stores the trace of a visit without script; missing if no visit is recorded. */
  readonly record?: TraceSink['record'] | undefined;
  /** Waits for what was published. */
  readonly refresh: () => Promise<void>;
  /** The reply to a call in place of the intake's; null leaves it to the intake. Only for `funnel dev`. */
  readonly reply?: ((path: string, payload: unknown) => IntakeReply | null) | undefined;
}

/** Where a visit comes from, and what its address has. */
export interface Arrival {
  readonly query: URLSearchParams;
  readonly visit: SessionInput['visit'];
  /** Epoch milliseconds; now by default. */
  readonly at?: number;
}

/** A visit at its beginning. */
export interface VisitBeginning {
  readonly id: string;
  readonly compiled: CompiledFlow;
  readonly visit: Visit;
}

export interface VisitorPages {
  /** Begins a visit at a route with a flow, and fetches what its step needs. It causes no side effects. */
  begin(request: IncomingMessage, version: Version, route: Route, arrival: Arrival): Promise<VisitBeginning>;
  /** Renders a page that shows each visitor something different; null when the response has already been sent. */
  show(
    request: Request,
    response: Response,
    version: Version,
    route: Route,
    query: URLSearchParams,
  ): Promise<EncodedPage | null>;
  /**
   * Handles a form posted to a step's path; null when the response has already been sent.
   * @param takers the versions that take a form there now: the visitor's own first, then those whose pages may still be open.
   *   The one that began the visit continues it
   */
  answer(
    request: Request,
    response: Response,
    takers: () => readonly Version[],
    path: string,
    query: URLSearchParams,
  ): Promise<EncodedPage | null>;
}
