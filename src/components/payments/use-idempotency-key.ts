import { useRef } from 'react';

/**
 * One key for one intent to pay: the same for as long as the person means the same thing (a retry after a
 * lost connection, after a top-up, after the bank's question), a new one as soon as they mean something else
 * or the bank has said no to it.
 */
export function useIdempotencyKey(newKey: () => string) {
  const kept = useRef<{ about: string; key: string } | null>(null);
  return {
    /** `about` names everything that is sent with the key. */
    keyFor(about: string): string {
      if (kept.current?.about !== about) kept.current = { about, key: newKey() };
      return kept.current.key;
    },
    /** What was meant is settled, one way or the other. */
    settle(): void {
      kept.current = null;
    },
  };
}
