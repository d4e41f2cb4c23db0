/** Types for the part of autocannon that the benchmarks use; the package has none. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Number of requests, instead of a duration. */
    amount?: number;
    headers: Record<string, string>;
    /** Each connection sends these in turn. */
    requests?: readonly { method: 'GET'; path: string; headers: Record<string, string> }[];
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly requests: { readonly average: number };
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
