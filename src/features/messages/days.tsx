import type { ChatMessage } from '#state/message-thread';

export interface Day {
  /** `2026-11-20`, in the person's own time zone. */
  readonly key: string;
  readonly label: string;
  readonly messages: readonly ChatMessage[];
}

const keyOf = (at: Date) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

/** "Today", "Yesterday", a weekday within the last week, else the date. */
export function dayLabel(at: Date, now: Date): string {
  const startOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((startOf(now) - startOf(at)) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return at.toLocaleDateString('en-US', { weekday: 'long' });
  return at.toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
}

/** Messages, oldest first, by the day they were written. */
export function byDay(messages: readonly ChatMessage[], now: Date): Day[] {
  const groups = new Map<string, { label: string; messages: ChatMessage[] }>();
  for (const message of messages) {
    const at = new Date(message.createdAt);
    const group = groups.get(keyOf(at)) ?? { label: dayLabel(at, now), messages: [] };
    group.messages.push(message);
    groups.set(keyOf(at), group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}
