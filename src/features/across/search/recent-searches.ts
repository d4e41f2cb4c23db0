/** How many are kept. */
const most = 8;
/** Of this device, for each account apart. */
const storageKey = (accountId: string | null): string => `recent-searches:${accountId ?? 'visitor'}`;

/** What was searched for lately on this device, the latest first. */
export function recentSearches(accountId: string | null): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageKey(accountId)) ?? '[]');
    return Array.isArray(saved)
      ? saved.filter((text): text is string => typeof text === 'string').slice(0, most)
      : [];
  } catch {
    return [];
  }
}

/** Without storage, nothing is remembered. */
function keep(accountId: string | null, searches: readonly string[]): void {
  try {
    if (searches.length > 0) localStorage.setItem(storageKey(accountId), JSON.stringify(searches));
    else localStorage.removeItem(storageKey(accountId));
  } catch {
    // It only helps with typing.
  }
}

export function rememberSearch(accountId: string | null, q: string): void {
  const text = q.trim();
  if (text === '') return;
  const others = recentSearches(accountId).filter((each) => each.toLowerCase() !== text.toLowerCase());
  keep(accountId, [text, ...others].slice(0, most));
}

export const forgetSearches = (accountId: string | null): void => keep(accountId, []);
