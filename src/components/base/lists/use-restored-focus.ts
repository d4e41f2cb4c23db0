import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';

/**
 * Keeps focus from falling back to the top of the page when a focused element is replaced by what it opened,
 * such as a buy button by the purchased content. Spread the result on an element around both, and focus moves
 * there. `state` must change when the replacement happens.
 */
export function useRestoredFocus<E extends HTMLElement>(state: unknown) {
  const whole = useRef<E>(null);
  const inside = useRef(false);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      whole.current?.focus({ preventScroll: true });
  }, [state]);
  return {
    ref: whole,
    tabIndex: -1,
    onFocus: () => {
      inside.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // No other element took the focus, so the focused one may have been removed.
      if (relatedTarget) inside.current = false;
    },
  };
}
