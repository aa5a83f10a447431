/** The modules of extensions that browsers fetch. Their addresses contain a hash, so that browsers can cache them. */
import type { Extensions } from '../../engine/extensions/extensions.ts';
import type { AddRoutes } from '../http/app.ts';
import { immutable } from '../http/caching.ts';
import { type EncodedBody, encode, sendEncoded } from '../http/encoding.ts';
import { extensionModules } from './load.ts';

export interface BrowserModules {
  /** Makes the modules of a version available. */
  publish(extensions: Extensions): void;
  /** The module at an address; null if none was published. */
  find(address: string): Promise<EncodedBody> | null;
}

// A page that stays open requests the modules of its version long after an edit.
const mostSets = 50;

export function createBrowserModules(): BrowserModules {
  const sets = new Map<string, Extensions['modules']>();
  const encoded = new WeakMap<Extensions['modules'], Map<string, Promise<EncodedBody>>>();
  return {
    publish({ hash, modules }) {
      if (Object.keys(modules).length === 0) return;
      const known = sets.get(hash) ?? modules;
      sets.delete(hash);
      sets.set(hash, known);
      for (const old of [...sets.keys()].slice(0, -mostSets)) sets.delete(old);
    },
    find(address) {
      for (const modules of sets.values()) {
        const text = Object.hasOwn(modules, address) ? modules[address] : undefined;
        if (text === undefined) continue;
        const known = encoded.get(modules) ?? new Map<string, Promise<EncodedBody>>();
        encoded.set(modules, known);
        const made = known.get(address) ?? encode(text, 'text/javascript; charset=utf-8');
        known.set(address, made);
        return made;
      }
      return null;
    },
  };
}

export const extensionRoutes =
  (published: Pick<BrowserModules, 'find'>): AddRoutes =>
  ({ read, notFound }) =>
    read(`${extensionModules}*path`, async (request, response) => {
      const found = published.find(request.path);
      if (found === null) return notFound(response);
      sendEncoded(request, response, await found, 200, { 'Cache-Control': immutable });
    });
