import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';

/**
 * Where what has the focus is replaced by what it opened (a button by the thing it bought), the focus would
 * fall back to the top of the page. Spread the answer on the element around both: the focus goes there.
 * `state` changes with it.
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
      // Nobody else has taken it: what had it may just be gone.
      if (relatedTarget) inside.current = false;
    },
  };
}
