import type { Problem } from '#services/http/problem.ts';
import type { SagaDeps } from './deps.ts';

/**
 * Tells the person of a failed call. A 401 has its own sentence already, and what they cancelled is no news.
 */
export function say({ toast }: SagaDeps, problem: Problem, text: string): void {
  if (problem.status !== 401 && problem.code !== 'aborted') toast.error(text);
}
