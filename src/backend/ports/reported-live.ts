import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { Clock } from './ports.ts';
import { createLiveRooms, type LiveRoom } from './live-rooms.ts';
import type { GrantRequest, LiveAbilities, LiveEvent, LiveTransport } from './live-transport.ts';
import { createReportedMedia } from './reported-media.ts';

export interface ReportedLive extends LiveTransport {
  /** Notices pages that have gone silent. Hosts call it every second, tests after moving the clock. */
  check(): void;
}
export interface Admitted {
  readonly request: GrantRequest;
  readonly room: LiveRoom;
  /** Null for a host. */
  readonly watches: string | null;
  readonly expiresAt: Date;
}
interface Options {
  readonly clock: Clock;
  readonly kind: LiveTransport['kind'];
  readonly abilities: LiveAbilities;
  /** @throws AppError 503 `gateway_unavailable` */
  issueGrant(admitted: Admitted): LiveGrant;
  /** Called before an account’s, or everybody’s, connections count as ended. */
  onEject?(streamId: string, userId: string): Promise<void>;
  onClose?(streamId: string): Promise<void>;
}

/** Seconds until a grant's first use. */
export const grantSeconds = 60;

/** For transports that don’t carry media themselves: who is in, by our word; what flows, by the pages’. */
export function createReportedLive(options: Options): ReportedLive {
  const { clock, kind, abilities } = options;
  const rooms = createLiveRooms();
  const listeners = new Set<(event: LiveEvent) => void>();
  const emitAll = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const media = createReportedMedia(clock, emitAll, { isPretended: kind === 'loopback' });
  const give = (request: GrantRequest, { room, watches }: { room: LiveRoom; watches: string | null }) =>
    options.issueGrant({
      request,
      room,
      watches,
      expiresAt: new Date(clock.now().getTime() + grantSeconds * 1_000),
    });
  return {
    kind,
    abilities,
    encoder: null,
    async open(stream) {
      rooms.open(stream);
      media.open(stream.id, stream.hosts);
    },
    grant: async (request) => give(request, rooms.grant(request)),
    renew: async (request) => give(request, rooms.renew(request)),
    async eject(streamId, userId) {
      rooms.eject(streamId, userId);
      media.leave(streamId, userId);
      await options.onEject?.(streamId, userId);
    },
    async close(streamId) {
      const wasOpen = rooms.close(streamId);
      const flowed = media.close(streamId);
      if (wasOpen) await options.onClose?.(streamId);
      return flowed;
    },
    stats: async (streamId) => media.stats(streamId),
    recording: async () => null,
    discardRecording: async () => {},
    report(report) {
      if (!rooms.get(report.streamId)?.ejected.has(report.userId)) media.report(report);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    check: () => media.check(),
  };
}
