/** A posted form, and the calls of its visit. */
import type { Request, Response } from 'express';
import type { Route } from '../../../engine/definition.ts';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import { postedNames } from '../../../engine/flow/post-names.ts';
import { landingOfVisit } from '../../attribution/attribution.ts';
import { consentSignals } from '../../consent/purposes.ts';
import { isVisitId, type VisitId } from '../../http/request.ts';
import type { AnswerSurroundings } from '../../visits/answer.ts';
import type { SealContent } from '../../visits/seal.ts';
import { submissionKey } from '../../visits/submission-key.ts';
import type { FormVisit } from '../../visits/visit-keeper.ts';
import type { Version } from '../version.ts';

/** A form, and the version that handles it. */
export interface FormPost {
  readonly request: Request;
  readonly response: Response;
  /** The query of the address that it is posted to. */
  readonly query: URLSearchParams;
  readonly fields: URLSearchParams;
  readonly address: string | null;
  /** The visit that the form carries; null if it carries none. */
  readonly carried: FormVisit | null;
  /** The same for the flow of `version`. */
  readonly opened: SealContent | null;
  readonly version: Version;
  /** The version that the visitor gets now. */
  readonly own: Version;
  readonly route: Route;
  readonly compiled: CompiledFlow;
  readonly step: string;
}

/** The id of a visit without script, in the form that browsers create. */
export function visitIdFrom(id: string): VisitId | null {
  const text = id.replaceAll('-', '');
  return isVisitId(text) ? text : null;
}

/** Performs the calls of a visit. @param owner the keys of subjects that the browser owns @param granted gets the further ones */
export const callPerformer =
  (
    { request, fields, address, version, own, route }: FormPost,
    owner: readonly string[],
    granted: string[],
  ): AnswerSurroundings['perform'] =>
  async (call, id, input) => {
    const reply = await version.intakes.handle(call.method, call.path, {
      body: call.payload,
      address,
      key: call.method === 'GET' ? null : submissionKey(id, call),
      visitId: visitIdFrom(id),
      page: route.canonical,
      userAgent: request.headers['user-agent'] ?? null,
      owner,
      trapped: (fields.get(postedNames.trap) ?? '') !== '',
      opened: fields.get(postedNames.opened),
      consent: consentSignals(request),
      cookie: request.headers.cookie ?? null,
      closing: version === own ? null : own.intakes.conditionOf(call.path),
      source: {
        landing: () => landingOfVisit(input, request),
        host: request.headers.host ?? null,
      },
    });
    granted.push(...(reply.granted ?? []));
    return reply;
  };
