import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { Connection, Target, Transport } from '#backend/ports/ports.ts';

/** What a socket provides when it opens. Rooms are tracked separately. */
export interface Wire {
  readonly id: string;
  emit<E extends ServerEvent>(event: E, payload: ServerEvents[E]): void;
  disconnect(): void;
}

/** The live transport of a single process. */
export interface Rooms extends Transport {
  /** Registers a socket and returns it as the backend sees it. */
  admit(wire: Wire): Connection;
  /** Removes a closed socket. */
  dismiss(id: string): void;
}

export function createRooms(): Rooms {
  const members = new Map<string, Map<string, Wire>>();
  const here = (room: string): Wire[] => [...(members.get(room)?.values() ?? [])];
  const reached = (to: Target): Wire[] => {
    if (typeof to === 'string') return here(to);
    const out = new Set(to.except.flatMap((room) => here(room).map(({ id }) => id)));
    return here(to.room).filter(({ id }) => !out.has(id));
  };
  const enter = (room: string, wire: Wire) =>
    void members.set(room, (members.get(room) ?? new Map<string, Wire>()).set(wire.id, wire));
  const exit = (room: string, id: string) => {
    const inside = members.get(room);
    inside?.delete(id);
    if (inside?.size === 0) members.delete(room);
  };
  return {
    emit: (to, event, payload) => reached(to).forEach((wire) => wire.emit(event, payload)),
    disconnect: (room) => here(room).forEach((wire) => wire.disconnect()),
    join: (room, other) => here(room).forEach((wire) => enter(other, wire)),
    leave: (room, other) => here(room).forEach((wire) => exit(other, wire.id)),
    count: async (room) => members.get(room)?.size ?? 0,
    admit: (wire) => ({ ...wire, join: (room) => enter(room, wire), leave: (room) => exit(room, wire.id) }),
    dismiss: (id) => [...members.keys()].forEach((room) => exit(room, id)),
  };
}
