/** The settings of destinations, with the values of the environment. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { DestinationDefinition } from '../../schemas/generated/types.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type Settings =
  | { readonly ok: true; readonly settings: DestinationDefinition }
  /** The names of the variables that are not set. */
  | { readonly ok: false; readonly missing: readonly string[] };

const variable = /^\$([A-Z][A-Z0-9_]{0,60})$/;

/** Values of a destination that a site has elsewhere, or that most operators name alike. */
function withDefaults(destination: DestinationDefinition, site: SiteDefinition): DestinationDefinition {
  if (destination.type === 'email') return { smtp: '$SMTP_URL', ...destination };
  if (destination.type !== 'meta') return destination;
  const pixel = site.site.integrations?.pixel?.id;
  return { pixel: pixel ?? '$META_PIXEL_ID', ...destination };
}

// A mistaken test code would only send real conversions to the test view.
const optional: ReadonlySet<string> = new Set(['testCode']);

/** Replaces each `$NAME` of a destination by the variable's value. An empty value counts as not set. */
export function settingsOf(site: SiteDefinition, id: string, env: Env): Settings {
  const destination = site.destinations[id];
  if (destination === undefined) return { ok: false, missing: [] };
  const missing: string[] = [];
  const replace = (value: unknown, key: string): unknown => {
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replace(part, name)]));
    const name = typeof value === 'string' ? variable.exec(value)?.[1] : undefined;
    if (name === undefined) return value;
    const given = env[name]?.trim();
    if (given) return given;
    if (!optional.has(key)) missing.push(name);
    return undefined;
  };
  const settings = replace(withDefaults(destination, site), '') as DestinationDefinition;
  return missing.length === 0 ? { ok: true, settings } : { ok: false, missing };
}
