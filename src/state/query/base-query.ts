import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Api } from '#services/http/api.ts';
import { toProblem } from '#services/http/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import type { SagaDeps } from '../deps.ts';

/** An endpoint with all that it takes. */
export interface Request {
  readonly send: (api: Api, input: object) => Promise<unknown>;
  readonly input: object;
}
/** When a call was sent and answered, in milliseconds of this device's clock. */
export interface Times {
  readonly sentAt: number;
  readonly receivedAt: number;
}
export type BaseQuery = BaseQueryFn<Request, unknown, Problem, object, Times>;

/**
 * How RTK Query calls every endpoint; a change is never broken off. The fetch client knows what to do about a 401.
 */
export const baseQuery: BaseQuery = async ({ send, input }, { extra, signal, type }) => {
  const { api, now } = extra as SagaDeps;
  const sentAt = now();
  const times = (): Times => ({ sentAt, receivedAt: now() });
  try {
    return { data: await send(api, type === 'query' ? { ...input, signal } : input), meta: times() };
  } catch (caught) {
    return { error: toProblem(caught), meta: times() };
  }
};
