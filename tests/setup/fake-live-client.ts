import type {
  LiveClient,
  LiveState,
  Publication,
  PublishOptions,
  WatchHealth,
  WatchOptions,
} from '#services/talk/live/live-types.ts';

const health: WatchHealth = {
  way: 'direct',
  bitrate: 2_000_000,
  framesPerSecond: 30,
  loss: 0,
  roundTripMs: 20,
  width: 1280,
  height: 720,
  behindSeconds: 0,
};

/** A client that sends and plays nothing: tests see what it was asked for and say what becomes of it. */
export function fakeLiveClient({ firstState = 'live' }: { firstState?: LiveState } = {}) {
  const seen = {
    /** The last options for sending and for playing; null before. */
    published: null as PublishOptions | null,
    watched: null as WatchOptions | null,
    started: 0,
    stopped: 0,
    caughtUp: 0,
    /** What replaced the tracks, in order. */
    replaced: [] as Parameters<Publication['replaceTrack']>[],
    health,
  };
  const client: LiveClient = {
    publish: async (options) => {
      seen.published = options;
      options.onState('live');
      return {
        replaceTrack: async (...replaced) => void seen.replaced.push(replaced),
        health: async () => health,
        stop: async () => void (seen.stopped += 1),
      };
    },
    watch: async (options) => {
      seen.watched = options;
      seen.started += 1;
      options.onState(firstState);
      return {
        health: async () => seen.health,
        isReceiving: () => true,
        catchUp: () => void (seen.caughtUp += 1),
        stop: async () => void (seen.stopped += 1),
      };
    },
  };
  const reset = () =>
    Object.assign(seen, {
      published: null,
      watched: null,
      started: 0,
      stopped: 0,
      caughtUp: 0,
      replaced: [],
      health,
    });
  return { seen, reset, deps: { liveClient: async () => client } };
}
