import { problemMessage, texts } from '#lib/problem.ts';

/** A failed call as plain data that can be stored in state. */
export interface Problem {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** For programs: `insufficient_balance`, `invalid_input`, `network` … */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** The response had no message, so `message` is generic and a caller's fallback is better. */
  readonly isGeneric?: true;
  readonly errors?: { readonly field: string; readonly message: string }[];
  /**
   * Further fields of the response, such as `missing` tokens, `retryAfter` in seconds, or the `challenge` of
   * a card.
   */
  readonly [fact: string]: unknown;
}

/** Thrown by services: the parsed body of an error response, or status 0 if there was no response. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  readonly status: number;
  readonly code: string;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ApiProblem';
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
  }

  get errors(): Problem['errors'] {
    return this.problem.errors;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The error for a response, whether it came from our API, from a proxy, or has no usable body. An error that
 * nobody expected says by which reference the operator finds it in the log.
 */
export function problemFromResponse(
  status: number,
  body: unknown,
  reference: string | null = null,
): ApiProblem {
  const facts = isRecord(body) ? body : {};
  const code = typeof facts['code'] === 'string' ? facts['code'] : `http_${status}`;
  const said = problemMessage(body, '');
  const message = code === 'internal' && reference ? `${said} (reference ${reference})` : said;
  return new ApiProblem({
    ...facts,
    status,
    code,
    ...(message === '' ? { message: texts.somethingWrong, isGeneric: true } : { message }),
  });
}

export const networkProblem = (): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'network',
    message: 'We couldn’t reach the server. Check your connection and try again.',
  });

/** No connection, a server that is busy or restarting, a session that ended meanwhile. */
const passing = new Set([401, 408, 425, 429, 502, 503, 504]);
/** Whether the same call may succeed later without anybody changing something. */
export const isPassing = ({ status, code }: Problem): boolean =>
  status === 0 ? code !== 'unexpected' : passing.has(status);

/** The caller canceled the request, so no message needs to be shown. */
export const abortedProblem = (): ApiProblem =>
  new ApiProblem({ status: 0, code: 'aborted', message: 'Canceled.' });

/**
 * Converts anything caught to plain data. `fallback` is the message if the response had none. Messages of
 * unexpected errors are never shown to people.
 */
export function toProblem(caught: unknown, fallback?: string): Problem {
  if (!(caught instanceof ApiProblem))
    return { status: 0, code: 'unexpected', message: fallback ?? texts.somethingWrong };
  const { isGeneric, ...problem } = caught.problem;
  const saysNothing = isGeneric === true || problem.message.trim() === '';
  return saysNothing && fallback !== undefined ? { ...problem, message: fallback } : caught.problem;
}
