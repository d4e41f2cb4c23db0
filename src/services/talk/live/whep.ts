import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { LiveState, WatchOptions, Watching } from './live-types.ts';
import { keepJoined, type Joined } from './joiner.ts';
import { bytesReceived, createReceiveHealth } from './rtc-health.ts';
import { start } from './playing.ts';
import { isSessionOpen, pause, stateReporter } from './session.ts';

/** Whoever isn't connected by then can't use UDP, and watches by HLS. */
const connectMs = 2_500;
/** By then most are connected. For the others the code that plays HLS loads while they wait. */
const warmMs = 1_000;
const lookEveryMs = 500;
/** After so many looks without media, the relay is asked whether the connection still exists. */
const silentLooks = 2;

function receiver(video: HTMLVideoElement, iceServers: RTCIceServer[]): RTCPeerConnection {
  const pc = new RTCPeerConnection({ iceServers });
  const media = new MediaStream();
  pc.addTransceiver('audio', { direction: 'recvonly' });
  pc.addTransceiver('video', { direction: 'recvonly' });
  pc.addEventListener('track', ({ track }) => {
    media.addTrack(track);
    if (video.srcObject !== media) video.srcObject = media;
    void start(video);
  });
  return pc;
}

const warmHls = () => void import('./hls.ts').then(({ warm }) => warm()).catch(() => {});
const hlsUrl = (grant: LiveGrant | null): string | null =>
  grant?.kind === 'hls' ? grant.url : grant?.kind === 'whep' ? grant.hls : null;

/** Says whether media arrives, until the connection is gone. */
async function followMedia(
  { pc, resource, token }: Joined,
  report: (state: LiveState) => void,
  onReceiving: (isReceiving: boolean) => void,
): Promise<void> {
  let [bytes, silent] = [0, 0];
  while (pc.connectionState !== 'failed' && pc.connectionState !== 'closed') {
    const received = await bytesReceived(pc);
    silent = received > bytes ? 0 : silent + 1;
    bytes = received;
    const isReceiving = silent < silentLooks && received > 0;
    onReceiving(isReceiving);
    if (isReceiving) report('live');
    else if (silent >= silentLooks) {
      if ((await isSessionOpen(resource, token)) === false) return;
      report('waiting');
    }
    await pause(lookEveryMs);
  }
}

/** Watches by WHEP: joins again whenever the connection was lost, and by HLS where UDP doesn't arrive. */
export async function watchWhep(options: WatchOptions): Promise<Watching> {
  const report = stateReporter(options.onState);
  const warming = setTimeout(warmHls, warmMs);
  let isReceiving = false;
  let fallback: Watching | null = null;

  async function follow(joined: Joined): Promise<void> {
    clearTimeout(warming);
    await followMedia(joined, report, (now) => (isReceiving = now));
    isReceiving = false;
  }
  async function watchOverHttp(url: string): Promise<void> {
    const { watchHls } = await import('./hls.ts');
    // It would win over the address of the stream.
    options.video.srcObject = null;
    if (!joiner.isOver()) fallback = await watchHls({ ...options, onState: report }, url);
  }
  const joiner = keepJoined({
    options,
    report,
    kind: 'whep',
    connectMs,
    make: ({ iceServers }) => receiver(options.video, iceServers),
    follow,
    async onFailure(failure, grant) {
      const hls = hlsUrl(grant);
      const needsHls = failure === 'unreachable' || failure === 'unsupported';
      if (needsHls && hls) {
        await watchOverHttp(hls);
        return 'stop';
      }
      return failure === 'unsupported' ? failure : 'again';
    },
  });
  const health = createReceiveHealth(() => joiner.current()?.pc ?? null);
  return {
    health: async () =>
      fallback ? fallback.health() : { ...(await health()), way: 'direct', behindSeconds: null },
    isReceiving: () => (fallback ? fallback.isReceiving() : isReceiving),
    catchUp() {
      if (fallback) fallback.catchUp();
      else void start(options.video);
    },
    async stop() {
      clearTimeout(warming);
      await joiner.stop();
      await fallback?.stop();
      options.video.srcObject = null;
    },
  };
}
