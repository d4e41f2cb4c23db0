import { routes } from '#config/routes.ts';

/** The fields that decide where a user goes after logging in. */
export interface LoginDestinationFields {
  readonly _id: string;
  readonly isPerformer: boolean;
  readonly username: string | null;
  readonly email: string | null;
}

export const isComplete = (user: LoginDestinationFields): boolean => Boolean(user.email && user.username);

/**
 * The path to open after logging in (specification sections 2 and 6): the account page until email and
 * username are set.
 */
export function defaultDestination(user: LoginDestinationFields): string {
  if (user.isPerformer)
    return isComplete(user) ? routes.profile(user.username || user._id) : routes.creatorAccount;
  return isComplete(user) ? routes.home : routes.userAccount;
}

/**
 * Where someone who has just logged in goes on: at the place they came from. The landing page shows nothing to
 * them, so what they began there goes on at their own first page.
 */
export function destinationAfterLogin(user: LoginDestinationFields, from: string | null): string {
  const own = defaultDestination(user);
  if (from === null || !isComplete(user)) return own;
  const { pathname, search } = new URL(from, 'http://here');
  return pathname === routes.landing ? `${own}${search}` : from;
}
