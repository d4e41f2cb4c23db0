import { useSyncExternalStore } from 'react';
import { openTask } from '#components/money/wallet/purchase-tasks.ts';
import { waitingKey } from '#state/messages/outbox/outbox.ts';
import { readToken } from '#lib/cookies.ts';
import { logoutRequested, selectAuth } from '#state/session/auth.ts';
import { selectUnreadNotifications } from '#state/live/unread-notifications.ts';
import { selectUnreadTotal } from '#state/messages/unread.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectUi } from '#state/session/ui.ts';
import { selectCurrentUser } from '#state/session/user.ts';

const never = () => () => undefined;

/** The current session. `expected` means it hasn't been checked yet but there is a token cookie. */
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
/** What the frame counts. */
export interface Unread {
  readonly messages: number;
  readonly notifications: number;
}
export function useUnread(): Unread {
  const messages = useAppSelector(selectUnreadTotal);
  const notifications = useAppSelector(selectUnreadNotifications);
  return { messages, notifications };
}

/** Whether messages wait on this device. */
function hasUnsent(userId: string): boolean {
  try {
    return localStorage.getItem(waitingKey(userId)) !== null;
  } catch {
    return false;
  }
}

/** Logs out, after a question if messages haven't been sent yet. */
export function useLogout(): () => void {
  const dispatch = useAppDispatch();
  const userId = useAppSelector(selectCurrentUser)?._id;
  return () => {
    if (userId !== undefined && hasUnsent(userId)) openTask({ kind: 'unsent' });
    else dispatch(logoutRequested());
  };
}
