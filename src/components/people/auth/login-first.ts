import Router from 'next/router';
import { routes } from '#config/routes.ts';
import { readToken } from '#lib/cookies.ts';
import { type Intent, saveIntent } from './intent.ts';

/** Path of the login page that says why a login is needed, then returns to `path` and performs the intent. */
export const loginFor = (intent: Intent, path: string): string =>
  `${routes.login}?from=${encodeURIComponent(saveIntent(intent, path))}`;

/** Returns true if there is a session. Otherwise navigates to the login page and returns false. */
export function loginFirst(intent: Intent): boolean {
  if (readToken() !== null) return true;
  void Router.push(loginFor(intent, Router.asPath));
  return false;
}
