import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { Transport } from '../ports.ts';

/** Room names. Always use these instead of building a name elsewhere. */
export const rooms = {
  /** Every connection of an account, across tabs and devices. */
  account: (id: string) => `account:${id}`,
  /** The connections of one session, so they can be dropped when it ends. */
  session: (id: string) => `session:${id}`,
  /** The connections of an account whose page someone is looking at. */
  visible: (id: string) => `visible:${id}`,
  conversation: (id: string) => `conversation:${id}`,
  stream: (id: string) => `stream:${id}`,
  /** Everyone viewing an auction. */
  auction: (id: string) => `auction:${id}`,
} as const;

/**
 * How long, in milliseconds, an account counts as online after it was last seen. An open connection renews
 * `lastSeenAt` every minute (`presence.ts`), so that column alone answers the question in any process without
 * asking the transport.
 */
export const onlineMs = 120_000;

/** The only way to reach sockets. */
export interface Hub {
  emit<E extends ServerEvent>(room: string, event: E, payload: ServerEvents[E]): void;
  /** Disconnects the sockets of an account or session within a second. */
  drop(room: string): void;
  /** Removes the sockets in one room (an account's) from another. */
  leave(room: string, other: string): void;
  isPresent(accountId: string): Promise<boolean>;
  /** Whether the account's owner is looking at the site on any device. */
  isLooking(accountId: string): Promise<boolean>;
}

export function createHub(transport: Transport): Hub {
  return {
    emit: (room, event, payload) => transport.emit(room, event, payload),
    drop: (room) => transport.disconnect(room),
    leave: (room, other) => transport.leave(room, other),
    isPresent: async (accountId) => (await transport.count(rooms.account(accountId))) > 0,
    isLooking: async (accountId) => (await transport.count(rooms.visible(accountId))) > 0,
  };
}
