import { problemCode } from '#lib/problem.ts';
import type { ApiProblem } from './problem.ts';

/** A call was refused until the person proves who they are. */
export interface ProofRequest {
  /** How they can: `password`, `code`, `passkey`. */
  readonly ways: readonly string[];
  /** Whether they did. */
  readonly answer: (proved: boolean) => void;
}

let requested: ProofRequest | null = null;
let answered: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
const change = (next: ProofRequest | null) => {
  requested = next;
  for (const listener of listeners) listener();
};

function ask(ways: unknown): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => {
    change({
      ways: Array.isArray(ways) ? ways.map(String) : [],
      answer: (proved) => {
        answered = null;
        change(null);
        resolve(proved);
      },
    });
  });
  return answered;
}

/** What the dialog shows. Doesn't depend on React, because calls ask. */
export const proofStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): ProofRequest | null => requested,
};

/**
 * Makes a call for which the server may want a proof (`step_up_required`): asks the person for it and repeats
 * the call. Calls refused meanwhile wait for the same proof. Kept out of the HTTP client, so that reading
 * pages don't load it.
 */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (caught) {
    const isRefused = problemCode(caught) === 'step_up_required';
    // While the server renders a page there is nobody to ask.
    const isInBrowser = typeof window !== 'undefined';
    if (isRefused && isInBrowser && (await ask((caught as ApiProblem).problem['ways']))) return call();
    throw caught;
  }
}

/** An endpoint whose calls may want a proof; see `withProof`. */
export function proven<E extends (...call: never) => Promise<unknown>>(endpoint: E): E {
  const plain = endpoint as unknown as (...call: unknown[]) => Promise<unknown>;
  const send = (...call: unknown[]) => withProof(() => plain(...call));
  return Object.assign(send, endpoint);
}
