import { networkProblem } from './problem.ts';

/** A connection that breaks silently would otherwise leave a call waiting for many minutes. */
const patienceMs = 30_000;

/** The result of a call that may be repeated safely, or no answer after half a minute. */
export function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(networkProblem()), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
