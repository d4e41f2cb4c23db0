import { routes, samePathOnly } from '#config/routes.ts';
import { type LoginDestinationFields, destinationAfterLogin } from '#state/login-destination.ts';
import type { PageFlags } from '../pages/page-flags.ts';

export interface AccessQuestion {
  readonly flags: PageFlags;
  /** False until the server has checked the token, or there is none. */
  readonly checked: boolean;
  /** There is a token cookie, so there is most likely a session. */
  readonly expected: boolean;
  readonly user: LoginDestinationFields | null;
  /** `?from=` of the login page: where the visitor came from. */
  readonly from?: string | null;
}

export type AccessDecision =
  | { readonly kind: 'show' }
  /** Undecided until the session has been checked. */
  | { readonly kind: 'wait' }
  /** The visitor has to log in first and then returns here. */
  | { readonly kind: 'login' }
  /** The page isn't for this person, so they are redirected without a way back. */
  | { readonly kind: 'go'; readonly to: string };

const show: AccessDecision = { kind: 'show' };
const wait: AccessDecision = { kind: 'wait' };

/** Path of the login page that returns to `path`. */
export const loginWithReturn = (path: string): string => {
  const back = samePathOnly(path);
  return back === null || back === routes.landing || back.startsWith('/auth/')
    ? routes.login
    : `${routes.login}?from=${encodeURIComponent(back)}`;
};

/** Whether a page requires a session. */
export const isProtected = ({ authenticate, noredirect, onlyPerformer }: PageFlags): boolean =>
  !noredirect && Boolean(authenticate || onlyPerformer);

function forUser({ flags, user, from }: AccessQuestion & { user: LoginDestinationFields }): AccessDecision {
  if (flags.onlyVisitor) return { kind: 'go', to: destinationAfterLogin(user, samePathOnly(from)) };
  // Without a return path, because it would lead to the same redirect again.
  if (flags.onlyPerformer && !user.isPerformer) return { kind: 'go', to: routes.login };
  return show;
}

/**
 * Whether a page may be shown to this person and, if not, where to redirect (specification sections 2 and 6).
 */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { flags, checked, expected, user } = question;
  if (user) return forUser({ ...question, user });
  if (isProtected(flags)) return checked ? { kind: 'login' } : wait;
  // Avoids a flash of the landing page before the redirect.
  return flags.onlyVisitor && !checked && expected ? wait : show;
}
