/** The part of autocannon that we use; it has no types of its own. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Replaces each `[<id>]` with a new id. */
    readonly idReplacement?: boolean;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly latency: { readonly p99: number };
    /** Seconds. */
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
