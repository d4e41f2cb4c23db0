import type { NotificationType } from '#config/notification-types.ts';

/** What happened, as one person is notified of it. */
export interface NotificationEvent {
  readonly to: string;
  readonly type: NotificationType;
  /** Who did it; left out where the site did, or where it doesn't matter. */
  readonly actor?: { readonly id: string; readonly name: string };
  /** One sentence. */
  readonly text: string;
  readonly href: string | null;
  /**
   * Events with the same key join one notification while it is unread. `phrase` is what several people did:
   * "liked your post"; without it the newest sentence replaces the one before.
   */
  readonly group?: { readonly key: string; readonly phrase?: string };
  /** The event's kind, where browsers tell events of one type apart. */
  readonly kind?: string;
  /**
   * The email, for types that are emailed at once; the sentence and its link where it is left out. Null when
   * the caller writes its own, whatever the person chose.
   */
  readonly letter?: Letter | null;
  /** Notified of once for ever, so that a job may run again: needs a group. */
  readonly once?: boolean;
}
export interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}
