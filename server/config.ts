/** What the environment says, checked once and frozen. */
import { isAbsolute, resolve } from 'node:path';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Config {
  readonly port: number;
  /** The address listened on. */
  readonly host: string;
  /** Absolute. Holds the database and, where they are kept, traces. */
  readonly dataDir: string;
  /** Absolute. */
  readonly funnelsDir: string;
  /** Origin the site is published at, without a trailing slash; null leaves it to the site's own `url`. */
  readonly siteUrl: string | null;
  /** How many proxies in front of the server are believed when they say who asks; 0 believes none. */
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  readonly production: boolean;
  /** Whether browsers may hand in traces. */
  readonly traces: boolean;
}

/** The environment cannot be used; one line per fault. */
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
const longest = 120;
const shown = (text: string): string => JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);

/**
 * Reads PORT (3000), HOST (0.0.0.0), DATA_DIR (./data), FUNNELS_DIR (./funnels), SITE_URL, TRUST_PROXY (0),
 * LOG_LEVEL (info), NODE_ENV and TRACES (on unless NODE_ENV is production).
 * @param env such as `process.env`; an empty text counts as not set
 * @param folder what relative folders are relative to
 * @throws ConfigError with every fault, not only the first
 */
export function readConfig(env: Env, folder: string): Config {
  const faults: string[] = [];
  const given = (name: string, otherwise: string): string => env[name]?.trim() || otherwise;
  const whole = (name: string, otherwise: number, least: number, most: number): number => {
    const text = given(name, String(otherwise));
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    faults.push(`${name} must be a whole number from ${least} to ${most}, not ${shown(text)}.`);
    return otherwise;
  };
  const oneOf = <Word extends string>(name: string, words: readonly Word[], otherwise: Word): Word => {
    const text = given(name, otherwise);
    const word = words.find((each) => each === text);
    if (word === undefined) faults.push(`${name} must be one of ${words.join(', ')}, not ${shown(text)}.`);
    return word ?? otherwise;
  };
  const folderOf = (name: string, otherwise: string): string => {
    const text = given(name, otherwise);
    if (text.includes('\0')) faults.push(`${name} is no folder: ${shown(text)}.`);
    return isAbsolute(text) ? text : resolve(folder, text);
  };

  const production = oneOf('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const config: Config = {
    port: whole('PORT', 3000, 0, 65_535),
    host: given('HOST', '0.0.0.0'),
    dataDir: folderOf('DATA_DIR', 'data'),
    funnelsDir: folderOf('FUNNELS_DIR', 'funnels'),
    siteUrl: readSiteUrl(given('SITE_URL', ''), faults),
    trustProxy: whole('TRUST_PROXY', 0, 0, 10),
    logLevel: oneOf('LOG_LEVEL', levels, 'info'),
    production,
    traces: oneOf('TRACES', ['on', 'off'], production ? 'off' : 'on') === 'on',
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function readSiteUrl(text: string, faults: string[]): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url !== null && bare && (url.protocol === 'https:' || url.protocol === 'http:')) return url.origin;
  faults.push(`SITE_URL must be an origin such as https://www.example.com, not ${shown(text)}.`);
  return null;
}
