import { problemMessage, texts } from '#lib/problem';

/** A failed call as plain data, fit for the store. */
export interface Problem {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** For programs: `insufficient_balance`, `invalid_input`, `network` … */
  readonly code: string;
  /** For people. */
  readonly message: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  /** More facts of the answer: the `missing` tokens, `retryAfter` seconds, the `challenge` of a card. */
  readonly [fact: string]: unknown;
}

/** What a service throws: the parsed error body of an answer that wasn't a success, or status 0 where none came. */
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
  return new ApiProblem({ ...facts, status, code, message: problemMessage(body, texts.somethingWrong) });
}

export const networkProblem = (): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'network',
    message: 'We couldn’t reach the server. Check your connection and try again.',
  });

/** The caller gave up; nobody needs to be told. */
export const abortedProblem = (): ApiProblem =>
  new ApiProblem({ status: 0, code: 'aborted', message: 'Cancelled.' });

/** Whatever was caught, as plain data. An error of our own program never shows its words to a person. */
export const toProblem = (caught: unknown, fallback: string = texts.somethingWrong): Problem =>
  caught instanceof ApiProblem ? caught.problem : { status: 0, code: 'unexpected', message: fallback };
