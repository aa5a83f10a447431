/** The configuration from the environment, validated once and frozen. */
import { isAbsolute, resolve } from 'node:path';
import { readS3Config, type S3Config } from './s3-config.ts';
import { readSpanConfig, type SpanConfig } from './span-config.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Config {
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  /** The port for metrics, readiness, leads and the studio; null turns it off. */
  readonly adminPort: number | null;
  /** The address that the admin port listens on. */
  readonly adminHost: string;
  /** The origin at which staff reach the admin port through a proxy, without a trailing slash; null for none. */
  readonly adminUrl: string | null;
  /** Absolute. Holds the embedded database and, where they are collected, traces. */
  readonly dataDir: string;
  /** The PostgreSQL database of the leads; null for the embedded one. It may contain a password. */
  readonly databaseUrl: string | null;
  /** The bucket that processes share for made pictures; null for none. It contains a secret key. */
  readonly s3: S3Config | null;
  /** Absolute. */
  readonly funnelsDir: string;
  /** What visitors get: the folder after each save, or what `funnel publish` published last. */
  readonly publish: 'on-save' | 'on-command';
  /** Origin the site is published at, without a trailing slash; null uses the site's own `url`. */
  readonly siteUrl: string | null;
  /** How many proxies in front of the server are trusted to report the client's address; 0 trusts none. */
  readonly trustProxy: number;
  /** The header in which a trusted proxy sends the id of each request, in lower case; null draws every id. */
  readonly requestIdHeader: string | null;
  /** Seconds for which a shared cache, such as a CDN, may serve a page without asking; 0 makes it ask every time. */
  readonly sharedCacheSeconds: number;
  /** An address that gets the paths of the changed pages after each publication; null for none. */
  readonly purgeUrl: string | null;
  /** The bearer token for it. */
  readonly purgeToken: string | null;
  /** Where the spans of requests are sent; null for nowhere. */
  readonly spans: SpanConfig | null;
  readonly logLevel: LogLevel;
  readonly production: boolean;
  /** Whether pages have the tools of `funnel dev`. */
  readonly devTools: boolean;
  /** The address that opens a place in the author's editor. */
  readonly editorUrl: string;
  /** Which visits are recorded: all, none, or the share that `recording:` of the site names. */
  readonly traces: 'on' | 'off' | 'site';
}

/** The environment is invalid; one line per fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const maxShownLength = 120;
const quote = (text: string): string =>
  JSON.stringify(text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text);

/**
 * Reads PORT (3000), HOST (0.0.0.0), ADMIN_PORT (3001), ADMIN_HOST (127.0.0.1), ADMIN_URL, DATA_DIR (./data), DATABASE_URL,
 * S3_URL and AWS_…, FUNNELS_DIR (./funnels), PUBLISH (on-save), SITE_URL, TRUST_PROXY (0), REQUEST_ID_HEADER,
 * SHARED_CACHE_SECONDS (0), PURGE_URL, PURGE_TOKEN, LOG_LEVEL (info), NODE_ENV, TRACES (on; site if NODE_ENV is
 * production), DEV_TOOLS (off) and EDITOR_URL.
 * @param env such as `process.env`; an empty value counts as not set
 * @param folder base of relative folders
 * @throws ConfigError with every fault, not only the first
 */
export function readConfig(env: Env, folder: string): Config {
  const faults: string[] = [];
  const textOf = (name: string, fallback: string): string => env[name]?.trim() || fallback;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const text = textOf(name, String(fallback));
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    faults.push(`${name} must be a whole number from ${min} to ${max}, not ${quote(text)}.`);
    return fallback;
  };
  const oneOf = <Word extends string>(name: string, words: readonly Word[], fallback: Word): Word => {
    const text = textOf(name, fallback);
    const word = words.find((each) => each === text);
    if (word === undefined) faults.push(`${name} must be one of ${words.join(', ')}, not ${quote(text)}.`);
    return word ?? fallback;
  };
  const folderOf = (name: string, fallback: string): string => {
    const text = textOf(name, fallback);
    if (text.includes('\0')) faults.push(`${name} must be a path without a null character, not ${quote(text)}.`);
    return isAbsolute(text) ? text : resolve(folder, text);
  };

  const production = oneOf('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const config: Config = {
    port: integer('PORT', 3000, 0, 65_535),
    host: textOf('HOST', '0.0.0.0'),
    adminPort: textOf('ADMIN_PORT', '') === 'off' ? null : integer('ADMIN_PORT', 3001, 0, 65_535),
    adminHost: textOf('ADMIN_HOST', '127.0.0.1'),
    adminUrl: readOrigin('ADMIN_URL', textOf('ADMIN_URL', ''), 'https://studio.example.com', faults),
    dataDir: folderOf('DATA_DIR', 'data'),
    databaseUrl: readDatabaseUrl(textOf('DATABASE_URL', ''), faults),
    s3: readS3Config(env, faults),
    funnelsDir: folderOf('FUNNELS_DIR', 'funnels'),
    publish: oneOf('PUBLISH', ['on-save', 'on-command'], 'on-save'),
    siteUrl: readOrigin('SITE_URL', textOf('SITE_URL', ''), 'https://www.example.com', faults),
    trustProxy: integer('TRUST_PROXY', 0, 0, 10),
    requestIdHeader: readHeaderName('REQUEST_ID_HEADER', textOf('REQUEST_ID_HEADER', ''), faults),
    sharedCacheSeconds: integer('SHARED_CACHE_SECONDS', 0, 0, 7 * 24 * 60 * 60),
    purgeUrl: readPurgeUrl(textOf('PURGE_URL', ''), faults),
    purgeToken: textOf('PURGE_TOKEN', '') || null,
    spans: readSpanConfig(env, faults),
    logLevel: oneOf('LOG_LEVEL', levels, 'info'),
    production,
    devTools: oneOf('DEV_TOOLS', ['on', 'off'], 'off') === 'on',
    editorUrl: textOf('EDITOR_URL', 'vscode://file/{path}:{line}:{column}'),
    traces: oneOf('TRACES', ['on', 'off', 'site'], production ? 'site' : 'on'),
  };
  if (config.devTools && production)
    faults.push('DEV_TOOLS shows visitors what authors see: leave it out where NODE_ENV is production.');
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function readOrigin(name: string, text: string, example: string, faults: string[]): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url !== null && bare && (url.protocol === 'https:' || url.protocol === 'http:')) return url.origin;
  faults.push(`${name} must be an origin such as ${example}, not ${quote(text)}.`);
  return null;
}

function readHeaderName(name: string, text: string, faults: string[]): string | null {
  if (text === '') return null;
  if (/^[A-Za-z0-9-]{1,64}$/.test(text)) return text.toLowerCase();
  faults.push(`${name} must be the name of a header such as X-Request-Id, not ${quote(text)}.`);
  return null;
}

function readDatabaseUrl(text: string, faults: string[]): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1) return text;
  // The value is not shown, because it may contain a password.
  faults.push(
    'DATABASE_URL must be the address of a PostgreSQL database such as postgres://user:password@host/database.',
  );
  return null;
}

function readPurgeUrl(text: string, faults: string[]): string | null {
  if (text === '') return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  faults.push(`PURGE_URL must be an address such as https://cdn.example/purge, not ${quote(text)}.`);
  return null;
}
