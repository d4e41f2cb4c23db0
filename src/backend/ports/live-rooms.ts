import { notAllowed, notFound } from '../kernel/errors.ts';
import type { GrantRequest, LiveStream } from './live-transport.ts';

export interface LiveRoom extends LiveStream {
  readonly ejected: Set<string>;
}

/** Which streams are open and who may be let in, by the same rules in every transport. */
export function createLiveRooms() {
  const rooms = new Map<string, LiveRoom>();
  const admit = (request: GrantRequest) => {
    const room = rooms.get(request.streamId);
    if (!room) throw notFound();
    const watches = request.watches ?? room.hosts[0];
    const isHost = room.hosts.includes(request.userId);
    if (request.role === 'host' ? !isHost : !watches || !room.hosts.includes(watches)) throw notAllowed();
    return { room, watches: request.role === 'host' ? null : (watches ?? null) };
  };
  return {
    open(stream: LiveStream): LiveRoom {
      const room = { ...stream, ejected: rooms.get(stream.id)?.ejected ?? new Set<string>() };
      rooms.set(stream.id, room);
      return room;
    },
    get: (id: string) => rooms.get(id),
    close: (id: string) => rooms.delete(id),
    /** Admits an account even after an ejection. `watches` is null for a host. */
    grant(request: GrantRequest) {
      const admitted = admit(request);
      admitted.room.ejected.delete(request.userId);
      return admitted;
    },
    renew(request: GrantRequest) {
      const admitted = admit(request);
      if (admitted.room.ejected.has(request.userId)) throw notFound();
      return admitted;
    },
    eject: (streamId: string, userId: string) => void rooms.get(streamId)?.ejected.add(userId),
  };
}
