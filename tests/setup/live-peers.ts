import { Audio, PeerConnection, Video } from 'node-datachannel';
import type { Track } from 'node-datachannel';
import type { Socket } from 'node:dgram';

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
  /** RTP packets sent so far. */
  readonly sent: () => number;
  /** Sends a packet as it is, such as feedback. */
  readonly say: (packet: Buffer) => void;
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
function sendEvery(track: Track | undefined, { everyMs, burst, next }: Sending) {
  let sent = 0;
  const timer = setInterval(() => {
    for (let n = 0; n < burst; n += 1) if (track?.isOpen() && track.sendMessageBinary(next())) sent += 1;
  }, everyMs);
  return { stop: () => clearInterval(timer), sent: () => sent };
}

/** Packets of one kind, with nothing in them, from a number on. */
function packets(kind: 'audio' | 'video', bytes: number, first = 0): () => Buffer {
  const { ssrc, payload, step } = lines[kind];
  let sequence = first;
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

/** Sends packets that look like sound and picture, numbered from `first` on. */
export async function sendRaw(exchange: Exchange, packetsAFrame = 1, first = 0): Promise<RawPeer> {
  const { pc, tracks } = await connect('SendOnly', exchange);
  const senders = [
    sendEvery(tracks[0], { everyMs: audioEveryMs, burst: 1, next: packets('audio', 80, first) }),
    sendEvery(tracks[1], {
      everyMs: videoEveryMs,
      burst: packetsAFrame,
      next: packets('video', 1_000, first),
    }),
  ];
  return {
    isOpen: () => pc.state() === 'connected',
    received: () => 0,
    sent: () => senders.reduce((sum, { sent }) => sum + sent(), 0),
    say: (packet) => void (tracks[1]?.isOpen() && tracks[1].sendMessageBinary(packet)),
    close() {
      for (const { stop } of senders) stop();
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
    sent: () => 0,
    say: (packet) => void (tracks[1]?.isOpen() && tracks[1].sendMessageBinary(packet)),
    close() {
      // The library forgets the listeners of a track that nothing refers to.
      for (const track of tracks) track.close();
      pc.close();
    },
  };
}

/** Sends what a program on this machine sends to a port of it: packets of H264 with the number that was offered. */
export async function sendFrom(socket: Socket, exchange: Exchange): Promise<RawPeer> {
  const { pc, tracks } = await connect('SendOnly', exchange);
  let sent = 0;
  const pass = (packet: Buffer) => {
    if (isMedia(packet) && tracks[1]?.isOpen() && tracks[1].sendMessageBinary(packet)) sent += 1;
  };
  socket.on('message', pass);
  return {
    isOpen: () => pc.state() === 'connected',
    received: () => 0,
    sent: () => sent,
    say: pass,
    close() {
      socket.off('message', pass);
      pc.close();
    },
  };
}
/** How ffmpeg sends pictures to such a port. */
export const toPort = (port: number): string =>
  `-c:v libx264 -preset ultrafast -tune zerolatency -profile:v baseline -pix_fmt yuv420p -g 25 -f rtp -payload_type ${lines.video.payload} -ssrc ${lines.video.ssrc} rtp://127.0.0.1:${port}?pkt_size=1100`;
