import Router from 'next/router';
import { routes } from '#config/routes';
import { readToken } from '#lib/cookies';

/** True with a session. Otherwise goes to the login page, which leads back here, and says false. */
export function loginFirst(): boolean {
  if (readToken() !== null) return true;
  void Router.push(`${routes.login}?from=${encodeURIComponent(Router.asPath)}`);
  return false;
}
