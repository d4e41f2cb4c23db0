import type { Clock } from './ports.ts';
import type { Delivery, LiveEvent, LiveStats, LiveTransport } from './live-transport.ts';

type Report = Parameters<LiveTransport['report']>[0];
interface PageReport {
  readonly at: number;
  readonly isSending: boolean;
  /** Each host that arrives, and since when it does without a break. */
  readonly receives: ReadonlyMap<string, number>;
}
interface Flow {
  since: number | null;
  /** When media was last known to arrive. */
  last: number;
  /** Milliseconds of the flows that ended. */
  before: number;
}
interface Room {
  readonly hosts: readonly string[];
  readonly reports: Map<string, PageReport>;
  readonly flows: Map<string, Flow>;
  readonly isPretended: boolean;
}

/** A page that reports nothing for this long has gone. */
const silenceMs = 8_000;

const fresh = ({ reports }: Room, time: number) =>
  [...reports].filter(([, each]) => time - each.at < silenceMs);
const totalMilliseconds = (flow: Flow | undefined) =>
  flow ? flow.before + (flow.since === null ? 0 : flow.last - flow.since) : 0;

/**
 * A host's own word counts only while nobody else is there: with two sides, one isn't charged for what it
 * didn't get.
 */
function arrives(room: Room, host: string, time: number): boolean {
  // A pretended picture comes from the viewer's own page and would go on without its host.
  if (room.isPretended && !fresh(room, time).some(([userId]) => userId === host)) return false;
  const others = fresh(room, time).filter(([userId]) => userId !== host);
  if (others.length > 0) return others.some(([, each]) => each.receives.has(host));
  const own = room.reports.get(host);
  return room.hosts.length === 1 && own !== undefined && time - own.at < silenceMs && own.isSending;
}

/** Extends the flows that a report confirms, so that silence isn't counted. */
function confirm(room: Room, { userId, isSending, receives }: Report, time: number): void {
  const isAlone = room.hosts.length === 1 && fresh(room, time).every(([id]) => id === userId);
  for (const [host, flow] of room.flows)
    if (receives.includes(host) || (userId === host && isSending && isAlone)) flow.last = time;
}

/** Starts and ends the flows of a room's hosts. */
function update(room: Room, time: number, emit: (type: LiveEvent['type'], userId: string, at: Date) => void) {
  for (const host of room.hosts) {
    const flow = room.flows.get(host) ?? { since: null, last: time, before: 0 };
    room.flows.set(host, flow);
    const flows = arrives(room, host, time);
    if (flows && flow.since === null) {
      [flow.since, flow.last] = [time, time];
      emit('media-began', host, new Date(time));
    } else if (!flows && flow.since !== null) {
      flow.before += flow.last - flow.since;
      flow.since = null;
      emit('media-stopped', host, new Date(flow.last));
    }
  }
}

function listDeliveries(room: Room, time: number): Delivery[] {
  if (room.hosts.length < 2) return [];
  return [...room.reports].flatMap(([userId, { at, receives }]) =>
    [...receives].map(([watches, from]) => {
      const flow = room.flows.get(watches);
      const flows = time - at < silenceMs && flow !== undefined && flow.since !== null;
      return {
        userId,
        watches,
        since: flows ? new Date(Math.max(from, flow.since ?? 0)) : null,
        until: new Date(flow ? Math.min(at, flow.last) : at),
      };
    }),
  );
}

/** Since when each host arrives: what went on arriving keeps its beginning. */
function receivedSince(
  before: PageReport | undefined,
  { receives }: Report,
  time: number,
): Map<string, number> {
  const earlier = before && time - before.at < silenceMs ? before.receives : undefined;
  return new Map(receives.map((host) => [host, earlier?.get(host) ?? time]));
}

function summarizeRoom(room: Room, time: number): LiveStats {
  const present = fresh(room, time).map(([userId]) => userId);
  const hosts = room.hosts.map((userId) => {
    const flow = room.flows.get(userId);
    return {
      userId,
      isConnected: present.includes(userId),
      sendingSince: flow && flow.since !== null ? new Date(flow.since) : null,
      lastMediaAt: flow && (flow.since !== null || flow.before > 0) ? new Date(flow.last) : null,
      mediaSeconds: totalMilliseconds(flow) / 1_000,
      bitrate: null,
      framesPerSecond: null,
      loss: null,
    };
  });
  return {
    viewers: present.filter((userId) => !room.hosts.includes(userId)).length,
    hosts,
    deliveries: listDeliveries(room, time),
  };
}

/**
 * Measures the media of transports that don't carry it, from what the participants' pages report. Pretended media
 * also needs its host's page.
 */
export function createReportedMedia(
  clock: Clock,
  emit: (event: LiveEvent) => void,
  { isPretended = false } = {},
) {
  const rooms = new Map<string, Room>();
  const now = () => clock.now().getTime();
  const refresh = (streamId: string, room: Room) =>
    update(room, now(), (type, userId, at) => emit({ type, streamId, userId, at }));
  return {
    open(streamId: string, hosts: readonly string[]): void {
      const room = rooms.get(streamId);
      rooms.set(streamId, {
        hosts,
        reports: room?.reports ?? new Map(),
        flows: room?.flows ?? new Map(),
        isPretended,
      });
    },
    close(streamId: string): { mediaSeconds: number } {
      const room = rooms.get(streamId);
      rooms.delete(streamId);
      return { mediaSeconds: totalMilliseconds(room?.flows.get(room.hosts[0] ?? '')) / 1_000 };
    },
    report(report: Report): void {
      const room = rooms.get(report.streamId);
      if (!room) return;
      const time = now();
      const receives = receivedSince(room.reports.get(report.userId), report, time);
      room.reports.set(report.userId, { at: time, isSending: report.isSending, receives });
      confirm(room, report, time);
      refresh(report.streamId, room);
    },
    leave(streamId: string, userId: string): void {
      const room = rooms.get(streamId);
      if (room?.reports.delete(userId)) refresh(streamId, room);
    },
    stats(streamId: string): LiveStats | null {
      const room = rooms.get(streamId);
      return room ? summarizeRoom(room, now()) : null;
    },
    /** Notices who has gone silent. To be called every second or so. */
    check(): void {
      for (const [streamId, room] of rooms) refresh(streamId, room);
    },
  };
}
