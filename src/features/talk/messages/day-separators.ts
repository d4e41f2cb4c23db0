import { dayLabel } from '#lib/day-label.ts';
import type { ChatMessage } from '#state/messages/message-thread.ts';

export interface Day {
  /** `2026-11-20`, in the user's time zone. */
  readonly key: string;
  readonly label: string;
  readonly messages: readonly ChatMessage[];
}

const dayKey = (at: Date) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

/**
 * A date whose local day and hour equal the UTC ones. Used for the server's render, which doesn't know the
 * user's time zone.
 */
export const asUtc = (at: Date): Date => new Date(at.getTime() + at.getTimezoneOffset() * 60_000);

/** Groups messages, oldest first, by day. `place` shifts the time zone; defaults to the user's. */
export function byDay(
  messages: readonly ChatMessage[],
  now: Date,
  place: (at: Date) => Date = (at) => at,
): Day[] {
  const groups = new Map<string, { label: string; messages: ChatMessage[] }>();
  for (const message of messages) {
    const at = place(new Date(message.createdAt));
    const group = groups.get(dayKey(at)) ?? { label: dayLabel(at, place(now)), messages: [] };
    group.messages.push(message);
    groups.set(dayKey(at), group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}
