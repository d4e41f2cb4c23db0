import Cookies from 'js-cookie';

const tokenName = 'token';
/** How cookies of this site are stored for a number of days. */
export const attributes = (days: number): Cookies.CookieAttributes => ({
  expires: days,
  path: '/',
  sameSite: 'lax',
  secure: typeof location !== 'undefined' && location.protocol === 'https:',
});

/** The session's token, or null. */
export const readToken = (): string | null => Cookies.get(tokenName) ?? null;

/** Stores the token for a number of days: 365, or 1 without "remember me". */
export const storeToken = (token: string, days: number): void =>
  void Cookies.set(tokenName, token, attributes(days));

export const removeToken = (): void => Cookies.remove(tokenName, { path: '/' });
