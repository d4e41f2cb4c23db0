import Cookies from 'js-cookie';
import { attributes } from '#lib/cookies.ts';

const socialNames = ['oauthToken', 'oauthTokenSecret', 'callbackUrl', 'role'] as const;

/** What must be remembered while the user is at a social login provider. */
export type SocialLogin = Partial<Record<(typeof socialNames)[number], string>>;

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
