import { routes } from '#config/routes.ts';

/** The fields that decide where a user goes after logging in. */
export interface ServerData {
  readonly _id: string;
  readonly isPerformer: boolean;
  readonly username: string | null;
  readonly email: string | null;
}

export const isComplete = (user: ServerData): boolean => Boolean(user.email && user.username);

/**
 * The path to open after logging in (specification sections 2 and 6): the account page until email and
 * username are set.
 */
export function serverDataOf(user: ServerData): string {
  if (user.isPerformer)
    return isComplete(user) ? routes.profile(user.username || user._id) : routes.creatorAccount;
  return isComplete(user) ? routes.home : routes.userAccount;
}
