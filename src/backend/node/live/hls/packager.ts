import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createInterface } from 'node:readline';
import { endWithUs } from '../../media/child-guard.ts';
import { fitInto } from '../../media/frame-sizes.ts';
import type { FeedFlow, TapPorts } from '../relay/messages.ts';

export type SentMedia = FeedFlow['media'];
interface Options {
  readonly ffmpeg: string;
  /** Where segments appear. */
  readonly folder: string;
  readonly media: SentMedia;
  readonly firstNumber: number;
  /** Called in order, with the number that is the file's name. */
  readonly onSegment: (number: number, seconds: number) => void;
  /** `said` is the end of its error output. */
  readonly onEnd: (said: string) => void;
}
export interface Packager {
  readonly media: SentMedia;
  readonly ports: TapPorts;
  /** Ends after writing what has arrived. */
  stop(): Promise<void>;
}

/** Segments end with the first key frame after this long. */
const segmentSeconds = 0.9;
const endMs = 3_000;
const [lowestPort, portCount] = [42_000, 20_000];
/** As the relay writes them (`relay/tap.ts`). */
const payloads = { video: 96, audio: 97 } as const;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => socket.close(() => resolve(true)));
  });
}
/** Pairs of ports on this machine alone: media, and reports beside it. */
async function freePorts(media: SentMedia): Promise<TapPorts> {
  const pair = async () => {
    for (;;) {
      const port = lowestPort + 2 * Math.floor((Math.random() * portCount) / 2);
      if ((await isFree(port)) && (await isFree(port + 1))) return port;
    }
  };
  return { audio: media.audio ? await pair() : null, video: media.video ? await pair() : null };
}

function describe(media: SentMedia, { audio, video }: TapPorts): string {
  const lines = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
  if (video !== null) {
    lines.push(`m=video ${video} RTP/AVP ${payloads.video}`);
    lines.push(`a=rtpmap:${payloads.video} ${media.video === 'vp8' ? 'VP8' : 'H264'}/90000`);
    if (media.video === 'h264') lines.push(`a=fmtp:${payloads.video} packetization-mode=1`);
  }
  if (audio !== null)
    lines.push(`m=audio ${audio} RTP/AVP ${payloads.audio}`, `a=rtpmap:${payloads.audio} opus/48000/2`);
  return `${lines.join('\r\n')}\r\n`;
}

const input =
  '-v error -nostats -protocol_whitelist pipe,udp,rtp -analyzeduration 3000000 -probesize 4000000 -localaddr 127.0.0.1 -max_delay 300000 -f sdp -i pipe:0';
/** H264 passes as it is. No browser plays VP8 over HLS, so it is encoded anew. */
const video = {
  h264: '-map 0:v:0 -c:v copy',
  vp8: '-map 0:v:0 -c:v libx264 -preset ultrafast -tune zerolatency -profile:v baseline -pix_fmt yuv420p -crf 26 -maxrate 2500k -bufsize 2500k -r 30 -force_key_frames expr:gte(t,n_forced)',
};
/** A picture that turns or grows stays whole within the size that it had first: an encoder has one size. */
const inFirstSize = ({ video: codec, size }: SentMedia): string[] =>
  codec === 'vp8' && size ? ['-vf', fitInto(size)] : [];
const audio = '-map 0:a:0 -c:a aac -b:a 128k -ar 48000 -ac 2 -af aresample=async=1';
const output = '-f segment -segment_format mpegts -segment_list pipe:1 -segment_list_type csv';

const argumentsFor = ({ media, firstNumber }: Options): string[] =>
  [
    input,
    ...(media.video ? [video[media.video], ...inFirstSize(media)] : []),
    ...(media.audio ? [audio] : []),
    output,
    `-segment_time ${segmentSeconds} -segment_start_number ${firstNumber} %d.ts`,
  ]
    .join(' ')
    .split(' ');

/** Turns a host's packets, sent to `ports`, into segments that players get over HTTP. */
export async function startPackager(options: Options): Promise<Packager> {
  const { ffmpeg, folder, media, onSegment, onEnd } = options;
  const taken = await freePorts(media);
  const child = spawn(ffmpeg, argumentsFor(options), {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' } as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  endWithUs(child);
  child.stdin.on('error', () => {}).end(describe(media, taken));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-1_000)));
  // Each line is a finished segment: its name, where it begins, and where it ends.
  const lines = createInterface(child.stdout).on('line', (line) => {
    const [name = '', from, to] = line.split(',');
    const seconds = Number(to) - Number(from);
    if (/^\d+\.ts$/.test(name) && seconds > 0) onSegment(Number.parseInt(name, 10), seconds);
  });
  const ended = new Promise<void>((resolve) => {
    let left = 2;
    const end = () => {
      left -= 1;
      if (left > 0) return;
      onEnd(said);
      resolve();
    };
    child.once('error', (error) => {
      said = error.message;
      lines.close();
    });
    child.once('close', end);
    lines.once('close', end);
  });
  return {
    media,
    ports: taken,
    async stop() {
      // The first one waits for the next packet, and there may be none; the second one doesn’t.
      child.kill('SIGTERM');
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
