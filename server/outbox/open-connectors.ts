/** The connectors of the version that is served. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { DestinationDefinition } from '../../schemas/generated/types.ts';
import type { Connector } from './connector.ts';
import { settingsOf } from './settings.ts';

export interface OpenConnectors {
  /** Opens and closes connectors for another version. One whose settings are unchanged stays open. */
  follow(site: SiteDefinition): Promise<void>;
  current(): ReadonlyMap<string, Connector>;
  /** Whether a destination of a version has all of its settings. */
  isConfigured(site: SiteDefinition, destination: string): boolean;
  close(): void;
}

export interface OpenConnectorsOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly open: (settings: DestinationDefinition) => Promise<Connector>;
  /** Called with an error of opening a connector; its messages wait. */
  readonly failed: (destination: string, error: unknown) => void;
}

export function createOpenConnectors({ env, open, failed }: OpenConnectorsOptions): OpenConnectors {
  const connectors = new Map<string, { readonly key: string; readonly connector: Connector }>();
  let current: ReadonlyMap<string, Connector> = new Map();
  const configured = new WeakMap<SiteDefinition, ReadonlySet<string>>();
  let turn: Promise<void> = Promise.resolve();

  function drop(id: string): void {
    connectors.get(id)?.connector.close?.();
    connectors.delete(id);
  }

  async function update(site: SiteDefinition): Promise<void> {
    for (const id of [...connectors.keys()]) if (site.destinations[id] === undefined) drop(id);
    for (const id of Object.keys(site.destinations)) {
      const settings = settingsOf(site, id, env);
      const key = settings.ok ? canonicalJson(settings.settings) : null;
      if (key !== null && connectors.get(id)?.key === key) continue;
      drop(id);
      if (!settings.ok || key === null) continue;
      try {
        connectors.set(id, { key, connector: await open(settings.settings) });
      } catch (error) {
        failed(id, error);
      }
    }
    current = new Map([...connectors].map(([id, { connector }]) => [id, connector]));
  }

  return {
    follow(site) {
      turn = turn.then(() => update(site));
      return turn;
    },
    current: () => current,
    isConfigured(site, destination) {
      let ids = configured.get(site);
      if (ids === undefined) {
        ids = new Set(Object.keys(site.destinations).filter((id) => settingsOf(site, id, env).ok));
        configured.set(site, ids);
      }
      return ids.has(destination);
    },
    close() {
      for (const id of [...connectors.keys()]) drop(id);
    },
  };
}
