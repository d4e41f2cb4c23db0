import Router from 'next/router';
import { routes } from '#config/routes.ts';
import { readToken } from '#lib/cookies.ts';
import { type Intent, saveIntent } from './intent.ts';

/** The login page, which says why and leads back here; then what was pressed is done. */
export const loginFor = (intent: Intent, path: string): string =>
  `${routes.login}?from=${encodeURIComponent(saveIntent(intent, path))}`;

/** True with a session. Otherwise goes to the login page and says false. */
export function loginFirst(intent: Intent): boolean {
  if (readToken() !== null) return true;
  void Router.push(loginFor(intent, Router.asPath));
  return false;
}
