import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveState, WatchOptions } from '#services/talk/live/live-types.ts';
import { watch } from '#services/talk/live/live-client.ts';

const players = vi.hoisted(() => ({ options: null as unknown, endStop: () => {} }));
const player = vi.hoisted(() => async (options: unknown) => {
  players.options = options;
  return {
    health: async () => null,
    isReceiving: () => true,
    catchUp: () => {},
    // As slow as the request that ends a connection.
    stop: () => new Promise<void>((resolve) => (players.endStop = resolve)),
  };
});
vi.mock('#services/talk/live/hls.ts', () => ({ watchHls: player }));
vi.mock('#services/talk/live/whep.ts', () => ({ watchWhep: player }));
vi.mock('#services/talk/live/agora.ts', () => ({ watchAgora: player }));
vi.mock('#services/talk/live/mesh.ts', () => ({ watchMesh: player }));
vi.mock('#services/talk/live/loopback.ts', () => ({ watchLoopback: player }));

/** A video that plays, with what its player has loaded ahead. */
function aVideo() {
  const video = document.createElement('video');
  let source: unknown = 'media';
  Object.defineProperty(video, 'srcObject', {
    get: () => source,
    set: (next) => {
      source = next;
    },
  });
  video.src = 'blob:http://localhost:3000/1';
  const pause = vi.spyOn(video, 'pause').mockReturnValue();
  const load = vi.spyOn(video, 'load').mockReturnValue();
  const isEmpty = () =>
    pause.mock.calls.length > 0 &&
    load.mock.calls.length > 0 &&
    source === null &&
    !video.hasAttribute('src');
  return { video, isEmpty };
}
async function play(kind: string) {
  const { video, isEmpty } = aVideo();
  const states: LiveState[] = [];
  const grant = { kind, url: '/live/hls/1/', token: 't', iceServers: [] } as unknown as WatchOptions['grant'];
  const renew = async () => grant;
  const watching = await watch({
    streamId: 's1',
    grant,
    video,
    renew,
    onState: (state) => void states.push(state),
  });
  return { watching, isEmpty, states, say: (players.options as WatchOptions).onState };
}

beforeEach(() => void (players.options = null));

describe.each(['whep', 'hls', 'agora', 'mesh', 'loopback'])('a player of the kind %s', (kind) => {
  it.each(['refused', 'ended', 'unsupported', 'elsewhere'] as const)(
    'is empty once it is %s',
    async (end) => {
      const { say, isEmpty, states } = await play(kind);
      say('live');
      say('waiting');
      expect(isEmpty()).toBe(false);
      say(end);
      expect(isEmpty()).toBe(true);
      expect(states.at(-1)).toBe(end);
    },
  );

  it('is empty at once when the page stops it, before the connection has ended', async () => {
    const { watching, isEmpty } = await play(kind);
    const stopped = watching.stop();
    expect(isEmpty()).toBe(true);
    players.endStop();
    await stopped;
  });
});
