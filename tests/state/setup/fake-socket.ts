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
  /** Events that somebody listens to. */
  heard(): string[] {
    return [...this.listeners].filter(([, listeners]) => listeners.size > 0).map(([event]) => event);
  }
}

/** A socket.io client socket as far as we use it, driven by the test. */
export class FakeSocket extends Emitter implements LiveSocket {
  readonly io = new Emitter();
  readonly sent: [string, unknown][] = [];
  /** What the server acknowledges with; null never answers. */
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
  /** What the server sends, if anybody listens. */
  receive(event: string, payload: unknown): void {
    this.fire(event, payload);
  }
  /** A cut and a successful reconnect, in socket.io's order of events. */
  cutAndReconnect(): void {
    this.fire('disconnect', 'transport close');
    this.io.fire('reconnect_attempt', 1);
    this.io.fire('reconnect', 1);
    this.fire('connect');
  }
}
