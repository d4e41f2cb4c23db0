import { routes, samePathOnly } from '#config/routes.ts';
import { type ServerData, serverDataOf } from '#state/server-data.ts';
import type { PageFlags } from '../pages/page-flags.ts';

export interface AccessQuestion {
  readonly flags: PageFlags;
  /** False until the token cookie has been held against the server, or found missing. */
  readonly checked: boolean;
  /** There is a token cookie: most likely somebody with a session. */
  readonly expected: boolean;
  readonly user: ServerData | null;
  /** `?from=` of the login page: where a visitor was sent here from. */
  readonly from?: string | null;
}

export type AccessDecision =
  | { readonly kind: 'show' }
  /** Nothing can be said before the session is checked. */
  | { readonly kind: 'wait' }
  /** A visitor has to log in first, and comes back here. */
  | { readonly kind: 'login' }
  /** It isn't for this person; there is no way back. */
  | { readonly kind: 'go'; readonly to: string };

const show: AccessDecision = { kind: 'show' };
const wait: AccessDecision = { kind: 'wait' };

/** A link to the login page that leads back to `path`. */
export const loginWithReturn = (path: string): string => {
  const back = samePathOnly(path);
  return back === null || back === routes.landing || back.startsWith('/auth/')
    ? routes.login
    : `${routes.login}?from=${encodeURIComponent(back)}`;
};

/** Does a page need a session at all? */
export const isProtected = ({ authenticate, noredirect, onlyPerformer }: PageFlags): boolean =>
  !noredirect && Boolean(authenticate || onlyPerformer);

function forSomebody({ flags, user, from }: AccessQuestion & { user: ServerData }): AccessDecision {
  if (flags.onlyVisitor) return { kind: 'go', to: samePathOnly(from) ?? serverDataOf(user) };
  // Without a way back: it would lead here again and again.
  if (flags.onlyPerformer && !user.isPerformer) return { kind: 'go', to: routes.login };
  return show;
}

/** May this person see this page now, and where do they go if not (specification sections 2 and 6)? */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { flags, checked, expected, user } = question;
  if (user) return forSomebody({ ...question, user });
  if (isProtected(flags)) return checked ? { kind: 'login' } : wait;
  // Not the front page for a blink, and then one's own.
  return flags.onlyVisitor && !checked && expected ? wait : show;
}
