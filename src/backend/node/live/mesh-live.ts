import { AppError } from '../../kernel/errors.ts';
import type { Clock } from '../../ports/ports.ts';
import { createReportedLive, type ReportedLive } from '../../ports/reported-live.ts';
import type { IceServersFor } from './ice-servers.ts';

/** Browser to browser, for the two sides of a private stream: without a media port, nobody else can watch. */
export const createMeshLive = ({
  clock,
  iceServers,
}: {
  clock: Clock;
  iceServers: IceServersFor;
}): ReportedLive =>
  createReportedLive({
    clock,
    kind: 'mesh',
    abilities: {
      recording: false,
      hls: false,
      audience: false,
      note: 'only private streams of two; public ones need LIVE=relay or agora',
    },
    issueGrant({ request: { userId }, room, expiresAt }) {
      const peer = room.hosts.find((host) => host !== userId);
      if (!room.hosts.includes(userId) || room.hosts.length !== 2 || !peer)
        throw new AppError(503, 'gateway_unavailable', 'This site only has private streams of two.');
      return {
        kind: 'mesh',
        peer,
        isPolite: userId > peer,
        iceServers: iceServers(userId),
        expiresAt: expiresAt.toISOString(),
      };
    },
  });
