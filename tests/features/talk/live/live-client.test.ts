import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveState, WatchOptions } from '#services/talk/live/live-types.ts';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import { watchAgora } from '#services/talk/live/agora.ts';
import { watchLoopback } from '#services/talk/live/loopback.ts';
import { watchWhep } from '#services/talk/live/whep.ts';
import { loadPlayer, watch } from '#services/talk/live/live-client.ts';

const player = { options: null as WatchOptions | null, endStop: () => {} };
const loadFake: typeof loadPlayer = async () => async (options) => {
  player.options = options;
  return {
    health: () => Promise.reject(new Error('not asked here')),
    isReceiving: () => true,
    catchUp: () => {},
    // As slow as the request that ends a connection.
    stop: () => new Promise<void>((resolve) => (player.endStop = resolve)),
  };
};

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
async function play() {
  const { video, isEmpty } = aVideo();
  const states: LiveState[] = [];
  const grant = { kind: 'loopback' as const, expiresAt: '2026-03-02T10:00:00.000Z' };
  const onState = (state: LiveState) => void states.push(state);
  const watching = await watch({ streamId: 's1', grant, video, renew: async () => grant, onState }, loadFake);
  return { watching, isEmpty, states, say: player.options!.onState };
}

beforeEach(() => void (player.options = null));

describe('a player', () => {
  it.each(['refused', 'ended', 'unsupported', 'elsewhere'] as const)(
    'is empty once it is %s',
    async (end) => {
      const { say, isEmpty, states } = await play();
      say('live');
      say('waiting');
      expect(isEmpty()).toBe(false);
      say(end);
      expect(isEmpty()).toBe(true);
      expect(states.at(-1)).toBe(end);
    },
  );

  it('is empty at once when the page stops it, before the connection has ended', async () => {
    const { watching, isEmpty } = await play();
    const stopped = watching.stop();
    expect(isEmpty()).toBe(true);
    player.endStop();
    await stopped;
  });
});

describe('what plays a grant', () => {
  const rest = { url: '/live/hls/1/', token: 't', iceServers: [], expiresAt: '2026-03-02T10:00:00.000Z' };
  it.each([
    ['whep', watchWhep],
    ['agora', watchAgora],
    ['loopback', watchLoopback],
  ] as const)('is chosen by its kind: %s', async (kind, player) => {
    expect(await loadPlayer({ ...rest, kind } as LiveGrant)).toBe(player);
  });
});
