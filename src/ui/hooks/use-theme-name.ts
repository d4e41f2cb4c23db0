import { useSyncExternalStore } from 'react';
import type { ThemeName } from '../theme/theme-tokens.ts';

const watchTheme = (changed: () => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};
const themeNow = (): ThemeName => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** The theme that the page shows, for what must know its colours by figure. */
export const useThemeName = (): ThemeName =>
  useSyncExternalStore(watchTheme, themeNow, () => 'light' as const);
