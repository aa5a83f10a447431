/** The standard environment variables of OpenTelemetry for traces. */

export interface SpanConfig {
  /** Where spans are sent: OTLP over HTTP, as JSON. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Milliseconds between two exports. */
  readonly delayMs: number;
  /** Attributes of the process, with `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  /** The share of traces that are recorded, from 0 to 1. */
  readonly ratio: number;
  /** Whether the caller's decision to record counts. */
  readonly parentBased: boolean;
}

type SpanEnv = Readonly<Record<string, string | undefined>>;

/** `a=1,b=2` with percent-encoded values. */
function pairsOf(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) return [];
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    try {
      return [[name, decodeURIComponent(value)] as const];
    } catch {
      return [[name, value] as const];
    }
  });
  return Object.fromEntries(pairs);
}

const samplers: Readonly<Record<string, (share: number) => number>> = {
  always_on: () => 1,
  always_off: () => 0,
  traceidratio: (share) => share,
};

/**
 * Reads the variables. Without OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT nothing is traced.
 * @param faults gets a line for each invalid variable
 */
export function readSpanConfig(env: SpanEnv, faults: string[]): SpanConfig | null {
  const text = (name: string): string => env[name]?.trim() ?? '';
  const either = (name: string): string =>
    text(`OTEL_EXPORTER_OTLP_TRACES_${name}`) || text(`OTEL_EXPORTER_OTLP_${name}`);
  const number = (name: string, fallback: number, most: number): number => {
    const value = text(name) === '' ? fallback : Number(text(name));
    if (value >= 0 && value <= most) return value;
    faults.push(`${name} must be a number from 0 to ${most}, not ${JSON.stringify(text(name).slice(0, 60))}.`);
    return fallback;
  };
  const endpoint = either('ENDPOINT');
  const exporter = text('OTEL_TRACES_EXPORTER') || 'otlp';
  if (endpoint === '' || exporter === 'none' || text('OTEL_SDK_DISABLED') === 'true') return null;
  if (exporter !== 'otlp')
    faults.push(`OTEL_TRACES_EXPORTER must be otlp or none, not ${JSON.stringify(exporter.slice(0, 60))}.`);
  // Collectors accept JSON where they accept Protocol Buffers.
  if (!['', 'http/json', 'http/protobuf'].includes(either('PROTOCOL')))
    faults.push('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: spans are sent over HTTP, usually to port 4318.');
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318.');
    return null;
  }
  const sampler = text('OTEL_TRACES_SAMPLER') || 'parentbased_always_on';
  const parentBased = sampler.startsWith('parentbased_');
  const share = samplers[sampler.replace('parentbased_', '')];
  if (share === undefined)
    faults.push(
      `OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}, also after parentbased_, not ${JSON.stringify(sampler.slice(0, 60))}.`,
    );
  return {
    url: text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: pairsOf(either('HEADERS')),
    timeoutMs: number('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, 600_000),
    delayMs: number('OTEL_BSP_SCHEDULE_DELAY', 5000, 600_000),
    resource: {
      'service.name': 'funnel-engine',
      ...pairsOf(text('OTEL_RESOURCE_ATTRIBUTES')),
      ...(text('OTEL_SERVICE_NAME') === '' ? {} : { 'service.name': text('OTEL_SERVICE_NAME') }),
    },
    ratio: share?.(number('OTEL_TRACES_SAMPLER_ARG', 1, 1)) ?? 1,
    parentBased,
  };
}
