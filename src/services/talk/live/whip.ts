import type { Publication, PublishOptions } from './live-types.ts';
import { keepJoined, type Joined, type RelayGrant } from './joiner.ts';
import { createSendHealth } from './rtc-health.ts';
import { isSessionOpen, pause, stateReporter } from './session.ts';

const connectMs = 5_000;
/** How often a publisher asks whether the relay still has it: a relay that restarted knows nobody. */
const lookEveryMs = 1_000;
const defaultBitrate = 2_500_000;
/** A connection that was lost a moment ago still seems to send, so `elsewhere` isn't believed at once. */
const mostElsewhere = 5;

/** The codec that HLS and every browser play; the rest stays as a fallback. */
function preferH264(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
  const rank = ({ mimeType, sdpFmtpLine = '' }: { mimeType: string; sdpFmtpLine?: string }) => {
    if (!/h264/i.test(mimeType)) return 2;
    return /packetization-mode=1/.test(sdpFmtpLine) && /profile-level-id=42e0/i.test(sdpFmtpLine) ? 0 : 1;
  };
  if (codecs.length > 0 && 'setCodecPreferences' in transceiver)
    transceiver.setCodecPreferences(codecs.toSorted((one, other) => rank(one) - rank(other)));
}

async function limit(pc: RTCPeerConnection, maxBitrate: number): Promise<void> {
  for (const sender of pc.getSenders()) {
    const parameters = sender.getParameters();
    if (sender.track?.kind !== 'video' || parameters.encodings.length === 0) continue;
    for (const encoding of parameters.encodings) encoding.maxBitrate = maxBitrate;
    await sender.setParameters(parameters).catch(() => {});
  }
}

/** Sends by WHIP, and connects again whenever the connection or the relay was lost. */
export async function publishWhip(options: PublishOptions): Promise<Publication> {
  const report = stateReporter(options.onState);
  const tracks = {
    audio: options.media.getAudioTracks()[0] ?? null,
    video: options.media.getVideoTracks()[0] ?? null,
  };
  let elsewhere = 0;

  function make(grant: RelayGrant): RTCPeerConnection {
    const pc = new RTCPeerConnection({ iceServers: grant.iceServers });
    for (const kind of ['audio', 'video'] as const) {
      const init: RTCRtpTransceiverInit = { direction: 'sendonly', streams: [options.media] };
      const transceiver = pc.addTransceiver(tracks[kind] ?? kind, init);
      if (kind === 'video') preferH264(transceiver);
    }
    return pc;
  }
  async function follow({ pc, resource, token }: Joined): Promise<void> {
    elsewhere = 0;
    report('live');
    await limit(pc, options.maxBitrate ?? defaultBitrate);
    while (pc.connectionState !== 'failed' && pc.connectionState !== 'closed') {
      if ((await isSessionOpen(resource, token)) === false) return;
      await pause(lookEveryMs);
    }
  }
  const joiner = keepJoined({
    options,
    report,
    kind: 'whip',
    connectMs,
    make,
    follow,
    async onFailure(failure) {
      if (failure === 'unsupported') return failure;
      if (failure !== 'elsewhere') return 'again';
      elsewhere += 1;
      return elsewhere > mostElsewhere ? 'elsewhere' : 'again';
    },
  });
  return {
    async replaceTrack(kind, track) {
      tracks[kind] = track;
      await joiner.current()?.pc.getTransceivers()[kind === 'audio' ? 0 : 1]?.sender.replaceTrack(track);
    },
    health: createSendHealth(() => joiner.current()?.pc ?? null),
    stop: () => joiner.stop(),
  };
}
