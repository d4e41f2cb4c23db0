import { problemMessage } from '#lib/problem.ts';
import { type ToastAction, toast } from '#ui/overlays/toast.ts';

export interface Turns {
  /** How many were changed before an error. */
  readonly done: number;
  readonly error: unknown;
}

/**
 * Runs sequentially, because each change updates the same counts, and stops at the first error, which would
 * likely apply to the rest too.
 */
export async function inTurn<T>(
  items: readonly T[],
  act: (item: T) => Promise<{ error?: unknown }>,
): Promise<Turns> {
  for (const [done, item] of items.entries()) {
    const { error } = await act(item);
    if (error) return { done, error };
  }
  return { done: items.length, error: null };
}

/** The same with the ids of many items in each call. */
export async function inBatches(
  items: readonly { readonly _id: string }[],
  atOnce: number,
  call: (ids: string[]) => Promise<{ error?: unknown }>,
): Promise<Turns> {
  const batches = Array.from({ length: Math.ceil(items.length / atOnce) }, (_, at) =>
    items.slice(at * atOnce, (at + 1) * atOnce).map(({ _id }) => _id),
  );
  const { done, error } = await inTurn(batches, call);
  return { done: batches.slice(0, done).flat().length, error };
}

/** Shows the outcome, including what was done before an error and can be undone. */
export function reportTurns(
  { done, error }: Turns,
  said: (count: number) => string,
  action?: ToastAction,
): boolean {
  const options = action ? [{ action }] : [];
  if (error && done > 0) toast.error(`${said(done)}, then: ${problemMessage(error)}`, ...options);
  else if (error) toast.error(problemMessage(error));
  else toast.success(said(done), ...options);
  return !error;
}
