/** The part of autocannon that we use; it has no types of its own. */
declare module 'autocannon' {
  interface Request {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Sent in turn; `setupRequest` builds each one. */
    readonly requests?: readonly (Request & { readonly setupRequest?: (request: Request) => Request })[];
    readonly connections: number;
    /** Requests per second of all connections. */
    readonly overallRate?: number;
    /** Seconds. */
    readonly duration?: number;
    /** Requests, instead of a duration. */
    readonly amount?: number;
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
