import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { Target } from '../ports/ports.ts';

/** Ten a second is as fast as anyone reads, and what a thousand browsers can be sent by one process. */
const BATCH_MS = 100;

type Join<E extends ServerEvent> = (earlier: ServerEvents[E], later: ServerEvents[E]) => ServerEvents[E];
const joins: { readonly [E in ServerEvent]?: Join<E> } = {
  'stream/message': (earlier, later) => ({ ...later, messages: [...earlier.messages, ...later.messages] }),
  'stream/message-deleted': (earlier, later) => ({
    ...later,
    messageIds: [...earlier.messageIds, ...later.messageIds],
  }),
};

type Send = <E extends ServerEvent>(to: Target, event: E, payload: ServerEvents[E]) => void;
interface Batch {
  readonly payload: ServerEvents[ServerEvent];
  readonly except: readonly string[];
}

const targetRoom = (to: Target): string => (typeof to === 'string' ? to : to.room);
const targetExceptions = (to: Target): readonly string[] => (typeof to === 'string' ? [] : to.except);

/**
 * Sends the events of a busy chat in batches: the first one of a room at once, and what follows joined, one
 * event every tenth of a second. Nothing is dropped: rooms left out of a batch are told to read the chat
 * instead. Other events pass through unchanged.
 */
export function createBatches(send: Send): Send {
  /** By room, what is sent next by event; the one that has waited longest comes first. */
  const rooms = new Map<string, Map<ServerEvent, Batch>>();
  const sendBatch = (room: string, event: ServerEvent, { payload, except }: Batch): void => {
    send(except.length === 0 ? room : { room, except }, event, payload);
    if (!('conversationId' in payload)) return;
    const { conversationId } = payload;
    for (const each of except) send(each, 'stream/chat-changed', { conversationId });
  };
  const next = (room: string, waiting: Map<ServerEvent, Batch>): void => {
    const [first] = waiting;
    if (!first) return void rooms.delete(room);
    waiting.delete(first[0]);
    setTimeout(() => next(room, waiting), BATCH_MS);
    sendBatch(room, ...first);
  };
  return (to, event, payload) => {
    const join = joins[event];
    if (!join) return send(to, event, payload);
    const room = targetRoom(to);
    const known = rooms.get(room);
    const waiting = known ?? new Map<ServerEvent, Batch>();
    const earlier = waiting.get(event);
    waiting.set(event, {
      payload: earlier ? join(earlier.payload as ServerEvents[typeof event], payload) : payload,
      except: [...new Set([...(earlier?.except ?? []), ...targetExceptions(to)])],
    });
    if (known) return;
    rooms.set(room, waiting);
    next(room, waiting);
  };
}
