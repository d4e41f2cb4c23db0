import type HlsPlayer from 'hls.js';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { LiveState, WatchHealth, WatchOptions, Watching } from './live-types.ts';
import { start } from './playing.ts';
import { absolute, backOff, isRefusal, pause, stateReporter } from './session.ts';

/** Hls.js plays in every browser with Media Source; Safari on phones plays HLS by itself. */
const nativeType = 'application/vnd.apple.mpegurl';
/** Behind by more than this, `catchUp` jumps. */
const jumpSeconds = 1;
const stalledMs = 3_000;

/** Loads the player's code ahead. */
export const warm = async (): Promise<void> => void (await import('hls.js'));

interface Player {
  live(): number | null;
  destroy(): void;
}
interface Fresh {
  readonly url: string;
  readonly video: HTMLVideoElement;
  /** The address isn't answered: access ended, or nothing is sent yet. */
  readonly onLost: () => void;
}

async function openPlayer(fresh: Fresh): Promise<Player | null> {
  const { default: Hls } = await import('hls.js');
  if (Hls.isSupported()) return openHls(Hls, fresh);
  const { video, url } = fresh;
  if (!video.canPlayType(nativeType)) return null;
  const lost = () => fresh.onLost();
  video.src = absolute(url);
  video.addEventListener('error', lost);
  return {
    live: () => (video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : null),
    destroy() {
      video.removeEventListener('error', lost);
      video.removeAttribute('src');
      video.load();
    },
  };
}

function openHls(Hls: typeof HlsPlayer, { url, video, onLost }: Fresh): Player {
  const player = new Hls({
    liveSyncDurationCount: 2,
    liveMaxLatencyDurationCount: 6,
    maxLiveSyncPlaybackRate: 1.2,
  });
  player.on(Hls.Events.ERROR, (_event, problem) => {
    const status = problem.response?.code ?? null;
    if (problem.fatal || status === 404 || status === 401) onLost();
  });
  player.loadSource(absolute(url));
  player.attachMedia(video);
  return { live: () => player.liveSyncPosition, destroy: () => player.destroy() };
}

/** Says whether the picture moves, and for how long it hasn't. */
function watchPosition(video: HTMLVideoElement, tell: (state: LiveState) => void) {
  let [position, movedAt] = [0, 0];
  const isMoving = () => movedAt > 0 && Date.now() - movedAt < stalledMs;
  const timer = setInterval(() => {
    if (video.currentTime !== position) [position, movedAt] = [video.currentTime, Date.now()];
    if (isMoving()) tell('live');
    else if (movedAt > 0) tell('waiting');
  }, 500);
  return { isMoving, end: () => clearInterval(timer) };
}
const hlsUrl = (grant: LiveGrant | null) =>
  grant?.kind === 'hls' ? grant.url : grant?.kind === 'whep' ? grant.hls : null;

/** Opens the stream, and again with a fresh address when the old one is no longer answered. */
function keepOpen(options: WatchOptions, tell: (state: LiveState) => void) {
  let player: Player | null = null;
  let [isOver, tries] = [false, 0];
  const left = () => isOver;
  const position = watchPosition(options.video, tell);

  function finish(state: LiveState): void {
    isOver = true;
    position.end();
    player?.destroy();
    player = null;
    tell(state);
  }
  async function again(): Promise<void> {
    player?.destroy();
    player = null;
    tries = position.isMoving() ? 1 : tries + 1;
    await pause(backOff(tries));
    const grant = await options.renew().catch((error: unknown) => {
      if (isRefusal(error) && !left()) finish('refused');
      return null;
    });
    const url = hlsUrl(grant);
    if (left()) return;
    if (url) await open(url);
    else void again();
  }
  async function open(url: string): Promise<void> {
    let isLost = false;
    const onLost = () => {
      if (isLost || left()) return;
      isLost = true;
      void again();
    };
    const opened = await openPlayer({ url, video: options.video, onLost }).catch(() => null);
    if (!opened) return finish('unsupported');
    if (left()) return opened.destroy();
    player = opened;
    void start(options.video);
  }
  return { open, finish, left, isMoving: () => position.isMoving(), newest: () => player?.live() ?? null };
}

/** Watches by HLS, some seconds behind. */
export async function watchHls(options: WatchOptions, first: string): Promise<Watching> {
  const { video } = options;
  const connection = keepOpen(options, stateReporter(options.onState));
  const behind = () => {
    const newest = connection.newest();
    return newest === null ? null : Math.max(0, newest - video.currentTime);
  };
  const health = async (): Promise<WatchHealth> => ({
    way: 'hls',
    bitrate: null,
    framesPerSecond: null,
    loss: null,
    roundTripMs: null,
    width: video.videoWidth || null,
    height: video.videoHeight || null,
    behindSeconds: behind(),
  });
  await connection.open(first);
  return {
    health,
    isReceiving: () => connection.isMoving(),
    catchUp() {
      const newest = connection.newest();
      if (newest !== null && newest - video.currentTime > jumpSeconds) video.currentTime = newest;
    },
    async stop() {
      if (!connection.left()) connection.finish('ended');
    },
  };
}
