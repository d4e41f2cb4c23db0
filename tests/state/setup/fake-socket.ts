import type { LiveSocket } from '#state/live/live-socket.ts';

type Listener = (...values: never[]) => void;

class Emitter {
  readonly listeners = new Map<string, Set<Listener>>();
  on(event: string, listener: Listener): this {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    return this;
  }
  off(event: string, listener: Listener): this {
    this.listeners.get(event)?.delete(listener);
    return this;
  }
  fire(event: string, ...values: unknown[]): void {
    for (const listener of new Set(this.listeners.get(event))) listener(...(values as never[]));
  }
  /** Events with listeners. */
  heard(): string[] {
    return [...this.listeners].filter(([, listeners]) => listeners.size > 0).map(([event]) => event);
  }
}

/** The part of a socket.io client that we use, driven by the test. */
export class FakeSocket extends Emitter implements LiveSocket {
  readonly io = new Emitter();
  readonly sent: [string, unknown][] = [];
  /** The server's acknowledgment; null never acknowledges. */
  ack: unknown = { ok: true };
  opened = 0;
  closed = 0;

  emit(event: string, payload: unknown, acknowledge?: (ack: unknown) => void): void {
    this.sent.push([event, payload]);
    if (acknowledge && this.ack !== null) queueMicrotask(() => acknowledge(this.ack));
  }
  connect(): void {
    this.opened += 1;
  }
  close(): void {
    this.closed += 1;
  }
  /** Delivers an event from the server, if anything listens to it. */
  receive(event: string, payload: unknown): void {
    this.fire(event, payload);
  }
  /** A disconnect and a successful reconnect, in socket.io's order of events. */
  cutAndReconnect(): void {
    this.fire('disconnect', 'transport close');
    this.io.fire('reconnect_attempt', 1);
    this.io.fire('reconnect', 1);
    this.fire('connect');
  }
}
