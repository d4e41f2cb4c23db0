/**
 * Browsers whose system has no language (`LANG=C`, as in many containers) call theirs `en-US@posix`, which `Intl`
 * refuses. uPlot passes it on while it loads, so import this before it.
 */
export function makeLanguageUsable(browser: Navigator = navigator): void {
  try {
    Intl.getCanonicalLocales(browser.language);
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en-US', configurable: true });
  }
}

makeLanguageUsable();
