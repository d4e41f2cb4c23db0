import { uuidv7 } from 'uuidv7';
import type { GrantRequest } from '#backend/ports/live-transport.ts';
import type { ReportedLive } from '#backend/ports/reported-live.ts';
import type { FakeClock } from '../../setup/fake-ports.ts';
import type { LiveApp, LivePeer } from './transport-contract.ts';

interface Page {
  readonly streamId: string;
  readonly userId: string;
  isSending: boolean;
  watches: string | null;
}

/** Who is in, as the other service or the other browser would know it. */
function trackAdmissions(live: ReportedLive) {
  const hosts = new Map<string, string>();
  const out = new Set<string>();
  const followed: ReportedLive = {
    ...live,
    open(stream) {
      hosts.set(stream.id, stream.hosts[0] ?? '');
      return live.open(stream);
    },
    grant(request) {
      out.delete(`${request.streamId} ${request.userId}`);
      return live.grant(request);
    },
    eject(streamId, userId) {
      out.add(`${streamId} ${userId}`);
      return live.eject(streamId, userId);
    },
    close(streamId) {
      hosts.delete(streamId);
      return live.close(streamId);
    },
  };
  return {
    live: followed,
    lets: ({ streamId, userId }: GrantRequest) => hosts.has(streamId) && !out.has(`${streamId} ${userId}`),
    hostOf: (streamId: string) => hosts.get(streamId) ?? '',
  };
}

/** Participants of a transport that learns of media only from their pages. */
export function createReportedApp(reported: ReportedLive, clock: FakeClock): LiveApp {
  const parts = trackAdmissions(reported);
  const { live } = parts;
  const pages = new Map<string, Page>();
  const pageOf = ({ streamId, userId }: GrantRequest): Page => {
    const key = `${streamId} ${userId}`;
    const page = pages.get(key) ?? { streamId, userId, isSending: false, watches: null };
    pages.set(key, page);
    return page;
  };
  const sends = (streamId: string, userId: string) =>
    [...pages.values()].some(
      (page) => page.streamId === streamId && page.userId === userId && page.isSending,
    );
  const reportAll = () => {
    for (const { streamId, userId, isSending, watches } of pages.values())
      if (isSending || watches)
        live.report({
          streamId,
          userId,
          isSending,
          receives: watches && sends(streamId, watches) ? [watches] : [],
        });
    live.check();
  };
  const peer = (request: GrantRequest, isServed: () => boolean, end: () => void): LivePeer => {
    reportAll();
    return {
      isServed: () => parts.lets(request) && isServed(),
      async leave() {
        end();
      },
    };
  };
  return {
    live,
    ids: uuidv7,
    async send(_grant, request) {
      const page = pageOf(request);
      page.isSending = true;
      return peer(
        request,
        () => page.isSending,
        () => void (page.isSending = false),
      );
    },
    async watch(_grant, request) {
      const page = pageOf(request);
      const watched = request.watches ?? parts.hostOf(request.streamId);
      page.watches = watched;
      return peer(
        request,
        () => page.watches !== null && sends(request.streamId, watched),
        () => void (page.watches = null),
      );
    },
    async elapse(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        clock.move('1s');
        reportAll();
      }
    },
  };
}
