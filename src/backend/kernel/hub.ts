import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { Transport } from '../ports.ts';

/** Names of rooms; nothing else makes one. */
export const rooms = {
  /** Every connection of an account, over all its tabs and devices. */
  account: (id: string) => `account:${id}`,
  /** The connections of one session, to drop when it ends. */
  session: (id: string) => `session:${id}`,
  conversation: (id: string) => `conversation:${id}`,
  stream: (id: string) => `stream:${id}`,
  /** Whoever looks at an auction. */
  auction: (id: string) => `auction:${id}`,
} as const;

/**
 * How long after its last sign of life an account still counts as online. An open connection is a sign of
 * life every minute (`presence.ts`), so `lastSeenAt` alone answers the question, in any process and without
 * asking the transport.
 */
export const onlineMs = 120_000;

/** The only door to sockets. */
export interface Hub {
  emit<E extends ServerEvent>(room: string, event: E, payload: ServerEvents[E]): void;
  /** Drops the sockets of an account or session within a second. */
  drop(room: string): void;
  /** Takes the sockets of one room (an account's) out of another. */
  leave(room: string, other: string): void;
  isPresent(accountId: string): Promise<boolean>;
}

export function createHub(transport: Transport): Hub {
  return {
    emit: (room, event, payload) => transport.emit(room, event, payload),
    drop: (room) => transport.disconnect(room),
    leave: (room, other) => transport.leave(room, other),
    isPresent: async (accountId) => (await transport.count(rooms.account(accountId))) > 0,
  };
}
