import { useSyncExternalStore } from 'react';

/** Where rows become blocks, in JavaScript as in the style sheets. */
const narrow = '(max-width: 767px)';
const watch = (changed: () => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the window is as narrow as a phone's; no, on the server. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    watch,
    () => matchMedia(narrow).matches,
    () => false,
  );
