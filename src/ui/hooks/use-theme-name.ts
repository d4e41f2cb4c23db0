import { useSyncExternalStore } from 'react';
import type { ThemeName } from '../theme/theme-tokens.ts';

const watchTheme = (changed: () => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};
const themeNow = (): ThemeName => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** The active theme, for code that needs concrete color values. */
export const useThemeName = (): ThemeName =>
  useSyncExternalStore(watchTheme, themeNow, () => 'light' as const);
