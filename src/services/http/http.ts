import { abortedProblem, networkProblem, problemFromResponse } from './problem.ts';
import type { Problem } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type QueryValue = string | number | boolean | null | undefined;

export interface HttpOptions {
  /** Prefix of every path: `/api/v1`, or an absolute URL. */
  readonly base: string;
  /** Returns the token from the cookie, or null. */
  readonly readToken: () => string | null;
  /** Called for every 401 response to the current token (specification section 8). */
  readonly onUnauthorized?: (problem: Problem) => void;
  /** Requests wait for this to resolve, because the mock has to start first. */
  readonly ready?: Promise<unknown>;
  /** Sent with every request: a server rendering a page passes on headers of its visitor. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export interface HttpRequest {
  readonly method: Method;
  /** Starts with a slash and is appended to `base`; an absolute URL replaces it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  readonly body?: unknown;
  /** Idempotency key, one per payment; repeating a request with the same key moves money once. */
  readonly key?: string | undefined;
  /** The `updatedAt` of what a form changes: if it has another one by now, nothing is saved (409). */
  readonly version?: string | undefined;
  /** Of a solved captcha; see `withCaptcha`. */
  readonly captchaPass?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Lets the request outlive the page, such as a logout while the tab closes. */
  readonly keepalive?: boolean | undefined;
  /** `ignore` leaves a 401 to the caller. */
  readonly unauthorized?: 'ignore' | undefined;
}

/**
 * Sends a request. Resolves with the parsed body, or null for 204 and 205.
 * @throws {ApiProblem} If the request fails.
 */
export type Http = (request: HttpRequest) => Promise<unknown>;

export function buildUrl(base: string, path: string, query: HttpRequest['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  const text = search.toString();
  return `${/^https?:/.test(path) ? '' : base}${path}${text ? `?${text}` : ''}`;
}

/** Headers of every request: token, idempotency key and the pass of a solved captcha. */
export function buildHeaders(
  options: HttpOptions,
  token: string | null,
  { key, captchaPass, version }: Pick<HttpRequest, 'key' | 'captchaPass' | 'version'>,
): Record<string, string> {
  return {
    ...options.headers,
    ...(token === null ? {} : { Authorization: token }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
    ...(captchaPass === undefined ? {} : { 'X-Captcha-Pass': captchaPass }),
  };
}

/** The parsed body; null if it is empty or isn't JSON. */
export function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reports a 401, unless the token has been replaced or removed since the request was sent: a request still
 * pending at logout must not send the person to the login page.
 */
export function reportUnauthorized(options: HttpOptions, problem: Problem, sentToken: string | null): void {
  if (problem.status === 401 && sentToken === options.readToken()) options.onUnauthorized?.(problem);
}

function buildRequestInit(options: HttpOptions, request: HttpRequest, token: string | null): RequestInit {
  const { method, body, signal, keepalive } = request;
  const headers = buildHeaders(options, token, request);
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
      buildUrl(options.base, request.path, request.query),
      buildRequestInit(options, request, token),
    );
    return { response, text: await response.text() };
  } catch {
    // What `fetch` throws differs between browsers and only tells that there was no response.
    throw request.signal?.aborted ? abortedProblem() : networkProblem();
  }
}

/**
 * Sends to an address outside of the contract, such as the relay of a stream: what `fetch` does, here because nothing
 * else in the browser's code calls it.
 */
export const sendPlain: typeof fetch = (address, init) => fetch(address, init);

/**
 * The client of every call: JSON body, Authorization header, errors as exceptions (specification
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
    const problem = problemFromResponse(response.status, body, response.headers.get('x-request-id'));
    if (request.unauthorized !== 'ignore') reportUnauthorized(options, problem.problem, token);
    throw problem;
  };
}
