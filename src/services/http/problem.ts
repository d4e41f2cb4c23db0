import { problemMessage, texts } from '#lib/problem.ts';

/** A failed call as plain data, fit for the store. */
export interface Problem {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** For programs: `insufficient_balance`, `invalid_input`, `network` … */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** The answer held no sentence: `message` is the general one, and a caller's own fallback is better. */
  readonly isGeneric?: true;
  readonly errors?: { readonly field: string; readonly message: string }[];
  /** More facts of the answer: the `missing` tokens, `retryAfter` seconds, the `challenge` of a card. */
  readonly [fact: string]: unknown;
}

/**
 * What a service throws: the parsed error body of an answer that wasn't a success, or status 0 where none
 * came.
 */
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

/** The error body of an answer, whatever wrote it: our API, a proxy in front of it, or nobody. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const facts = isRecord(body) ? body : {};
  const code = typeof facts['code'] === 'string' ? facts['code'] : `http_${status}`;
  const message = problemMessage(body, '');
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

/** The caller gave up; nobody needs to be told. */
export const abortedProblem = (): ApiProblem =>
  new ApiProblem({ status: 0, code: 'aborted', message: 'Canceled.' });

/**
 * Whatever was caught, as plain data; `fallback` is its message where the answer held none. An error of our
 * own program never shows its words to a person.
 */
export function toProblem(caught: unknown, fallback?: string): Problem {
  if (!(caught instanceof ApiProblem))
    return { status: 0, code: 'unexpected', message: fallback ?? texts.somethingWrong };
  const { isGeneric, ...problem } = caught.problem;
  const saysNothing = isGeneric === true || problem.message.trim() === '';
  return saysNothing && fallback !== undefined ? { ...problem, message: fallback } : caught.problem;
}
