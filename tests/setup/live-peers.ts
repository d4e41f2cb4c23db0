import { Audio, PeerConnection, Video } from 'node-datachannel';
import type { Track } from 'node-datachannel';

/* Senders and viewers of live streams that are no browsers: they neither encode nor decode. */

const videoEveryMs = 33;
const audioEveryMs = 20;
const lines = {
  audio: { ssrc: 0x5_01, payload: 111, step: 960 },
  video: { ssrc: 0x5_02, payload: 102, step: 2_970 },
} as const;

/** Answers an offer as WHIP and WHEP do. */
export type Exchange = (offer: string) => Promise<string>;

export interface RawPeer {
  readonly isOpen: () => boolean;
  /** RTP packets received so far. */
  readonly received: () => number;
  close(): void;
}

function describe(direction: 'SendOnly' | 'RecvOnly'): [Audio, Video] {
  const audio = new Audio('0', direction);
  audio.addOpusCodec(lines.audio.payload);
  const video = new Video('1', direction);
  video.addH264Codec(
    lines.video.payload,
    'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  );
  if (direction === 'SendOnly') {
    audio.addSSRC(lines.audio.ssrc, 'peer', 'peer', 'audio');
    video.addSSRC(lines.video.ssrc, 'peer', 'peer', 'video');
  }
  return [audio, video];
}

async function connect(direction: 'SendOnly' | 'RecvOnly', exchange: Exchange) {
  const pc = new PeerConnection('peer', { iceServers: [], disableAutoNegotiation: true });
  const tracks = describe(direction).map((each) => pc.addTrack(each));
  const offer = await new Promise<string>((resolve) => {
    pc.onGatheringStateChange((state) => state === 'complete' && resolve(pc.localDescription()?.sdp ?? ''));
    pc.setLocalDescription('offer');
  });
  try {
    pc.setRemoteDescription(await exchange(offer), 'answer');
  } catch (error) {
    pc.close();
    throw error;
  }
  return { pc, tracks };
}

const isMedia = (packet: Buffer) =>
  packet.length > 12 && (packet.readUInt8(1) < 192 || packet.readUInt8(1) > 223);

interface Sending {
  readonly everyMs: number;
  /** How many packets each time. */
  readonly burst: number;
  readonly next: () => Buffer;
}
function sendEvery(track: Track | undefined, { everyMs, burst, next }: Sending): () => void {
  const timer = setInterval(() => {
    for (let n = 0; n < burst; n += 1) if (track?.isOpen()) track.sendMessageBinary(next());
  }, everyMs);
  return () => clearInterval(timer);
}

/** Packets of one kind, with nothing in them. */
function packets(kind: 'audio' | 'video', bytes: number): () => Buffer {
  const { ssrc, payload, step } = lines[kind];
  let sequence = 0;
  return () => {
    const packet = Buffer.alloc(12 + bytes);
    packet.writeUInt8(0x80, 0);
    packet.writeUInt8((kind === 'video' ? 0x80 : 0) | payload, 1);
    packet.writeUInt16BE((sequence += 1) & 0xff_ff, 2);
    packet.writeUInt32BE((sequence * step) >>> 0, 4);
    packet.writeUInt32BE(ssrc, 8);
    return packet;
  };
}

/** Sends packets that look like sound and picture. */
export async function sendRaw(exchange: Exchange, packetsAFrame = 1): Promise<RawPeer> {
  const { pc, tracks } = await connect('SendOnly', exchange);
  const stops = [
    sendEvery(tracks[0], { everyMs: audioEveryMs, burst: 1, next: packets('audio', 80) }),
    sendEvery(tracks[1], { everyMs: videoEveryMs, burst: packetsAFrame, next: packets('video', 1_000) }),
  ];
  return {
    isOpen: () => pc.state() === 'connected',
    received: () => 0,
    close() {
      for (const stop of stops) stop();
      pc.close();
    },
  };
}

/** Receives without decoding. */
export async function watchRaw(exchange: Exchange): Promise<RawPeer> {
  const { pc, tracks } = await connect('RecvOnly', exchange);
  let received = 0;
  for (const track of tracks)
    track.onMessage((packet) => {
      if (isMedia(packet)) received += 1;
    });
  return {
    isOpen: () => pc.state() === 'connected',
    received: () => received,
    close() {
      // The library forgets the listeners of a track that nothing refers to.
      for (const track of tracks) track.close();
      pc.close();
    },
  };
}
