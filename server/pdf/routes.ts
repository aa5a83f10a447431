/** Serves documents to people with a valid link. */
import type { Request, Response } from 'express';
import type { SiteDefinition } from '../../engine/definition.ts';
import { messagesFor } from '../../engine/messages/catalogue.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { AddRoutes } from '../http/app.ts';
import { isKnownToClient } from '../http/conditions.ts';
import { contentPolicy } from '../http/headers.ts';
import { queryOf } from '../http/request.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { MadeDocuments } from './files.ts';
import { fileNameOf, judgeLink } from './links.ts';

export interface DocumentRoutesOptions {
  readonly current: () => { readonly site: SiteDefinition; readonly edition: { readonly origin: string } };
  readonly files: MadeDocuments;
  readonly renderNotice: PageRenderer['renderNotice'];
  readonly secret: Uint8Array;
  readonly log: Log;
  readonly clock: () => number;
}

export function documentRoutes({ current, files, renderNotice, secret, log, clock }: DocumentRoutesOptions): AddRoutes {
  async function refuse(response: Response, why: 'expired' | 'wrong', renew: string | undefined): Promise<void> {
    const { site, edition } = current();
    const messages = messagesFor(site.site);
    const page = await renderNotice({
      site,
      origin: edition.origin,
      title: why === 'expired' ? messages.linkExpiredTitle : messages.linkWrongTitle,
      text: why === 'expired' ? messages.linkExpired : messages.linkWrong,
      link:
        renew === undefined
          ? { label: site.site.name, to: site.site.home ?? '/' }
          : { label: messages.linkRenew, to: renew },
    });
    response
      .status(403)
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentPolicy(page.inlineScripts, page.inlineStyles, [], page.sources),
      })
      .send(page.html);
  }

  async function answer(request: Request, response: Response, missing: () => void): Promise<void> {
    response.set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' });
    const { site, edition } = current();
    const [id = '', name] = request.path.slice(serverPaths.documents.length).split('/');
    const document = Object.hasOwn(site.documents, id) ? site.documents[id] : undefined;
    if (document === undefined || name !== fileNameOf(document)) return missing();
    const query = queryOf(request.url);
    const verdict = judgeLink(secret, id, query, clock());
    if (verdict !== 'valid')
      return refuse(response, verdict, typeof document.renew === 'string' ? document.renew : undefined);
    const file = await files(site, edition.origin, id).catch((error: unknown) => {
      log.write('error', 'document-failed', { document: id, ...errorFields(error) });
      return null;
    });
    if (file === null)
      return void response
        .status(503)
        .set('Retry-After', '10')
        .json({ message: messagesFor(site.site).internal, code: 'document-failed' });
    const { bytes, tag } = file;
    response.set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}"`,
      'Accept-Ranges': 'bytes',
      ETag: tag,
    });
    if (isKnownToClient(request, tag)) return void response.status(304).end();
    const wanted = request.headers['if-range'];
    const ranges = wanted === undefined || wanted === tag ? request.range(bytes.length, { combine: true }) : undefined;
    if (ranges === -1) return void response.status(416).set('Content-Range', `bytes */${bytes.length}`).end();
    const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
    // Several ranges are answered with the whole file, which is allowed and simpler.
    if (range === undefined) return void response.send(bytes);
    response
      .status(206)
      .set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
      .send(bytes.subarray(range.start, range.end + 1));
  }

  return ({ readNamed, notFound }) =>
    readNamed(
      (path) => path.startsWith(serverPaths.documents),
      (request, response, next) => {
        answer(request, response, () => notFound(response)).catch(next);
      },
    );
}
