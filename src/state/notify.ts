import type { Problem } from '#services/http/problem.ts';
import type { SagaDeps } from './deps.ts';

/** Shows a toast for a failed call, except for a 401, which has its own message, and for canceled calls. */
export function toastProblem({ toast }: SagaDeps, problem: Problem, text: string): void {
  if (problem.status !== 401 && problem.code !== 'aborted') toast.error(text);
}
