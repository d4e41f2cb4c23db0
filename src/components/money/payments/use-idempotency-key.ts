import { useRef } from 'react';

/**
 * Provides one idempotency key per payment the user intends. Retries after a lost connection, a top-up or the
 * bank's confirmation reuse it; changing the purchase or a declined payment creates a new one.
 */
export function useIdempotencyKey(newKey: () => string) {
  const saved = useRef<{ subject: string; key: string } | null>(null);
  return {
    /** `subject` must identify everything that is sent with the key. */
    keyFor(subject: string): string {
      if (saved.current?.subject !== subject) saved.current = { subject, key: newKey() };
      return saved.current.key;
    },
    /** Call when the payment has succeeded or definitely failed. */
    settle(): void {
      saved.current = null;
    },
  };
}
