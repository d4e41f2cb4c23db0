import { randomUUID } from 'node:crypto';
import type { Server } from 'socket.io';

/** Calls from one process to another, on the way that live events take. */
export interface Calls {
  /** What the process that answers `name` says; null when none does in time. */
  ask(name: string, payload: unknown): Promise<unknown>;
  /** Only one of the processes may answer a name. */
  answer(name: string, handle: (payload: never) => Promise<unknown>): void;
}

/** Pages wait for it, and ask again three seconds later. */
const patienceMs = 2_000;

const requestEvent = 'process/asked';
const answerEvent = 'process/answered';

/** Without a channel to other processes nobody answers. */
export function createCalls(io: Server, isJoined: boolean): Calls {
  if (!isJoined) return { ask: async () => null, answer: () => {} };
  const me = randomUUID();
  const handlers = new Map<string, (payload: never) => Promise<unknown>>();
  const waiting = new Map<string, (reply: unknown) => void>();
  io.on(requestEvent, (from: string, id: string, call: { name: string; payload: unknown }) => {
    // Whoever asked waits no longer than it would without an answer.
    void handlers
      .get(call.name)?.(call.payload as never)
      .then((reply) => io.serverSideEmit(answerEvent, from, id, reply ?? null))
      .catch(() => undefined);
  });
  io.on(answerEvent, (to: string, id: string, reply: unknown) => {
    if (to === me) waiting.get(id)?.(reply);
  });
  return {
    answer: (name, handle) => void handlers.set(name, handle),
    ask: (name, payload) =>
      new Promise((resolve) => {
        const id = randomUUID();
        const end = (reply: unknown) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(reply);
        };
        const timer = setTimeout(() => end(null), patienceMs);
        waiting.set(id, end);
        io.serverSideEmit(requestEvent, me, id, { name, payload });
      }),
  };
}
