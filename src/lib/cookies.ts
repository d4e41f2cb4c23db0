import Cookies from 'js-cookie';

const tokenName = 'token';
const socialNames = ['oauthToken', 'oauthTokenSecret', 'callbackUrl', 'role'] as const;

/** What must be remembered while the user is at a social login provider. */
export type SocialLogin = Partial<Record<(typeof socialNames)[number], string>>;

const attributes = (days: number): Cookies.CookieAttributes => ({
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

export function storeSocialLogin(login: SocialLogin, days: number): void {
  for (const name of socialNames) {
    const value = login[name];
    if (value !== undefined) Cookies.set(name, value, attributes(days));
  }
}

export const readSocialLogin = (): SocialLogin =>
  Object.fromEntries(socialNames.map((name) => [name, Cookies.get(name)]));

export const removeSocialLogin = (): void =>
  socialNames.forEach((name) => Cookies.remove(name, { path: '/' }));
