import type { Delivery } from '../../ports/live-transport.ts';
import { silentMs } from './relay-flow.ts';

interface Way {
  readonly streamId: string;
  readonly userId: string;
  readonly watches: string;
}
interface Flow extends Way {
  since: number | null;
  last: number;
}

/** What the relay delivered of private streams, to whom, over all their connections. */
export class Deliveries {
  readonly #flows = new Map<string, Flow>();

  /** Something was sent on a connection; `at` is in milliseconds since 1970 and may be told more than once. */
  note(way: Way, at: number): void {
    const name = wayKey(way);
    const { streamId, userId, watches } = way;
    const flow = this.#flows.get(name) ?? { streamId, userId, watches, since: null, last: 0 };
    this.#flows.set(name, flow);
    if (at <= flow.last) return;
    flow.since ??= at;
    flow.last = at;
  }
  check(now: number): void {
    for (const flow of this.#flows.values()) if (now - flow.last >= silentMs) flow.since = null;
  }
  /** Every connection to these streams is gone: what comes after new ones are made is another stretch. */
  lost(streamIds: ReadonlySet<string>): void {
    for (const flow of this.#flows.values()) if (streamIds.has(flow.streamId)) flow.since = null;
  }
  isRunning(way: Way): boolean {
    return (this.#flows.get(wayKey(way))?.since ?? null) !== null;
  }
  of(streamId: string): Delivery[] {
    return [...this.#flows.values()]
      .filter((flow) => flow.streamId === streamId)
      .map(({ userId, watches, since, last }) => ({
        userId,
        watches,
        since: since === null ? null : new Date(since),
        until: new Date(last),
      }));
  }
  forget(streamId: string): void {
    for (const [name, flow] of this.#flows) if (flow.streamId === streamId) this.#flows.delete(name);
  }
}

const wayKey = ({ streamId, userId, watches }: Way): string => `${streamId} ${userId} ${watches}`;
