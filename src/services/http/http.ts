import { abortedProblem, networkProblem, problemOf } from './problem.ts';
import type { Problem } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type QueryValue = string | number | boolean | null | undefined;

export interface HttpOptions {
  /** What every path is appended to: `/api/v1`, or an absolute address. */
  readonly base: string;
  /** The token as it stands in the cookie, or null. */
  readonly readToken: () => string | null;
  /** Called for every 401 that answers the present session (specification section 8). */
  readonly onUnauthorized?: (problem: Problem) => void;
  /** Nothing is sent before this resolves: the mock has to be in place first. */
  readonly ready?: Promise<unknown>;
  /** Sent with every call: what a server rendering a page passes on from its visitor. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export interface HttpRequest {
  readonly method: Method;
  /** Begins with a slash and follows `base`; an absolute address replaces it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  readonly body?: unknown;
  /** One per intent; a call repeated with the same key moves money once. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Outlives the page: a logout while the tab closes. */
  readonly keepalive?: boolean | undefined;
  /** `ignore`: the caller deals with a 401 itself. */
  readonly unauthorized?: 'ignore' | undefined;
}

/** Sends one request; gives the parsed body, null for 204 and 205. Throws `ApiProblem`. */
export type Http = (request: HttpRequest) => Promise<unknown>;

export function addressOf(base: string, path: string, query: HttpRequest['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  const text = search.toString();
  return `${/^https?:/.test(path) ? '' : base}${path}${text ? `?${text}` : ''}`;
}

/** The headers of every call: who asks, and under which intent. */
export function headersOf(options: HttpOptions, token: string | null, key?: string): Record<string, string> {
  return {
    ...options.headers,
    ...(token === null ? {} : { Authorization: token }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  };
}

/** The body of an answer as data; null where it has none or isn't JSON. */
export function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Says a 401 on. One that answers a token which has since been replaced or removed says nothing of the
 * present session: a call still under way at logout must not ask the person to log in.
 */
export function reportUnauthorized(options: HttpOptions, problem: Problem, sentToken: string | null): void {
  if (problem.status === 401 && sentToken === options.readToken()) options.onUnauthorized?.(problem);
}

function initOf(options: HttpOptions, request: HttpRequest, token: string | null): RequestInit {
  const { method, body, key, signal, keepalive } = request;
  const headers = headersOf(options, token, key);
  const init: RequestInit = { method, headers, credentials: 'omit' };
  if (method !== 'GET') {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body ?? {});
  }
  if (signal) init.signal = signal;
  if (keepalive) init.keepalive = true;
  return init;
}

async function exchange(
  options: HttpOptions,
  request: HttpRequest,
  token: string | null,
): Promise<{ response: Response; text: string }> {
  const send = options.fetch ?? fetch;
  try {
    const response = await send(
      addressOf(options.base, request.path, request.query),
      initOf(options, request, token),
    );
    return { response, text: await response.text() };
  } catch {
    // Nothing but "no answer" can be told from what fetch throws; the reasons differ in every browser.
    throw request.signal?.aborted ? abortedProblem() : networkProblem();
  }
}

/**
 * The only fetch of the program: JSON body, Authorization header, problems as exceptions (specification
 * section 7).
 */
export function makeHttp(options: HttpOptions): Http {
  return async (request) => {
    await options.ready;
    const token = options.readToken();
    const { response, text } = await exchange(options, request, token);
    if (response.status === 204 || response.status === 205) return null;
    const body = parsed(text);
    if (response.ok) return body;
    const problem = problemOf(response.status, body);
    if (request.unauthorized !== 'ignore') reportUnauthorized(options, problem.problem, token);
    throw problem;
  };
}
