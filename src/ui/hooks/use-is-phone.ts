import { useSyncExternalStore } from 'react';

/** Below this width table rows become blocks, as in the style sheets. */
const narrow = '(max-width: 767px)';
const watch = (changed: () => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the window is as narrow as a phone's right now. */
export const isPhone = (): boolean => matchMedia(narrow).matches;

/** Whether the window is as narrow as a phone's; false on the server. */
export const useIsPhone = (): boolean => useSyncExternalStore(watch, isPhone, () => false);
