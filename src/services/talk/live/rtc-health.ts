import type { PublishHealth, WatchHealth } from './live-types.ts';

interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly timestamp: number;
  readonly bytesSent?: number;
  readonly bytesReceived?: number;
  readonly framesPerSecond?: number;
  readonly fractionLost?: number;
  readonly packetsLost?: number;
  readonly packetsReceived?: number;
  readonly roundTripTime?: number;
  readonly currentRoundTripTime?: number;
  readonly nominated?: boolean;
  readonly frameWidth?: number;
  readonly frameHeight?: number;
}
interface Sample {
  readonly at: number;
  readonly bytes: number;
  readonly lost: number;
  readonly received: number;
}

const nothing: Partial<Entry> = {};
const ofVideo = (entries: readonly Entry[]) => entries.find(({ kind }) => kind === 'video');
const orNull = (value: number | undefined): number | null => value ?? null;
const milliseconds = (seconds: number | undefined) => (seconds === undefined ? null : seconds * 1_000);
const sum = (entries: readonly Entry[], of: (entry: Entry) => number | undefined) =>
  entries.reduce((total, each) => total + (of(each) ?? 0), 0);

/** Rates between one call and the next, of either direction. */
function rates(last: Sample | null, now: Sample): { bitrate: number | null; loss: number | null } {
  if (!last || now.at <= last.at) return { bitrate: null, loss: null };
  const [lost, received] = [Math.max(0, now.lost - last.lost), now.received - last.received];
  return {
    bitrate: Math.max(0, ((now.bytes - last.bytes) * 8_000) / (now.at - last.at)),
    loss: lost + received > 0 ? lost / (lost + received) : null,
  };
}
const loadEntries = async (pc: RTCPeerConnection): Promise<Entry[]> => {
  const report = await pc.getStats();
  const found: Entry[] = [];
  report.forEach((entry: Entry) => found.push(entry));
  return found;
};

/** Reads how sending goes, from one call to the next. */
export function createSendHealth(pc: () => RTCPeerConnection | null): () => Promise<PublishHealth> {
  let last: Sample | null = null;
  return async () => {
    const now = pc();
    if (!now) return { bitrate: null, framesPerSecond: null, loss: null, roundTripMs: null };
    const entries = await loadEntries(now);
    const sent = entries.filter(({ type }) => type === 'outbound-rtp');
    const remote = entries.filter(({ type }) => type === 'remote-inbound-rtp');
    const sample = {
      at: sent[0]?.timestamp ?? 0,
      bytes: sum(sent, ({ bytesSent }) => bytesSent),
      lost: 0,
      received: 0,
    };
    const { bitrate } = rates(last, sample);
    last = sample;
    const { fractionLost, roundTripTime } = ofVideo(remote) ?? remote[0] ?? nothing;
    return {
      bitrate,
      framesPerSecond: orNull(ofVideo(sent)?.framesPerSecond),
      loss: orNull(fractionLost),
      roundTripMs: milliseconds(roundTripTime),
    };
  };
}

/** Bytes received so far, to notice when media stops. */
export async function bytesReceived(pc: RTCPeerConnection): Promise<number> {
  const entries = await loadEntries(pc);
  return sum(
    entries.filter(({ type }) => type === 'inbound-rtp'),
    (entry) => entry.bytesReceived,
  );
}

/** Reads how receiving goes, from one call to the next. */
export function createReceiveHealth(
  pc: () => RTCPeerConnection | null,
): () => Promise<Omit<WatchHealth, 'way' | 'behindSeconds'>> {
  let last: Sample | null = null;
  return async () => {
    const now = pc();
    const entries = now ? await loadEntries(now) : [];
    const got = entries.filter(({ type }) => type === 'inbound-rtp');
    const video = ofVideo(got) ?? nothing;
    const sample = {
      at: got[0]?.timestamp ?? 0,
      bytes: sum(got, (entry) => entry.bytesReceived),
      lost: sum(got, (entry) => entry.packetsLost),
      received: sum(got, (entry) => entry.packetsReceived),
    };
    const { bitrate, loss } = rates(last, sample);
    last = sample;
    const pair = entries.find(({ type, nominated }) => type === 'candidate-pair' && nominated);
    return {
      bitrate,
      loss,
      framesPerSecond: orNull(video.framesPerSecond),
      roundTripMs: milliseconds(pair?.currentRoundTripTime),
      width: orNull(video.frameWidth),
      height: orNull(video.frameHeight),
    };
  };
}
