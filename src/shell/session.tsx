import { useSyncExternalStore } from 'react';
import { readToken } from '#lib/cookies';
import { logoutRequested, selectAuth } from '#state/auth';
import { selectUnreadTotal } from '#state/unread';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { selectUi } from '#state/ui';
import { selectCurrentUser } from '#state/user';

const never = () => () => undefined;

/** Who is here. `expected`: nobody has been checked yet, but there is a token cookie. */
export function useSession() {
  const { checked } = useAppSelector(selectAuth);
  const user = useAppSelector(selectCurrentUser);
  const hasToken = useSyncExternalStore(
    never,
    () => readToken() !== null,
    () => false,
  );
  return { checked, user, expected: !checked && hasToken };
}

export type ShellUser = NonNullable<ReturnType<typeof useSession>['user']>;

/** Name, logo, menus and favicon of the site. */
export const useSite = () => useAppSelector(selectUi);
export const useUnread = (): number => useAppSelector(selectUnreadTotal);

export function useLogout(): () => void {
  const dispatch = useAppDispatch();
  return () => void dispatch(logoutRequested());
}
