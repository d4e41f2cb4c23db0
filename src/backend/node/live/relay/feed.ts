import type { PeerConnection } from 'node-datachannel';
import type { FeedFlow } from './messages.ts';
import { type Outlet, send } from './outlet.ts';
import { isRtcp, pli, readFeedback, remb, rewriteReport, senderReport } from './rtcp.ts';
import { Source } from './source.ts';
import type { Tap } from './tap.ts';
import { type PictureSize, sizeOfKeyFrame } from './vp8.ts';

type Kind = 'audio' | 'video';
export interface Member {
  readonly pc: PeerConnection;
  readonly lines: Partial<Record<Kind, Outlet>>;
  bitrate: number | null;
  /** Nothing is delivered. */
  isHeld: boolean;
  /** When something last was, in milliseconds since 1970; 0 before. */
  deliveredAt: number;
}

const keyFrameEveryMs = 300;
const recentMs = 1_000;
const [leastBitrate, mostBitrate] = [200_000, 4_000_000];
export const ssrcs = { audio: 0x11, video: 0x22 } as const;

/** A host's media, and everybody who watches it. */
export class Feed {
  readonly viewers = new Set<Member>();
  readonly sources = { audio: new Source(48_000, ssrcs.audio), video: new Source(90_000, ssrcs.video) };
  host: Member | null = null;
  /** A program that gets the packets too. */
  tap: Tap | null = null;
  #codec: 'h264' | 'vp8' = 'h264';
  #size: PictureSize | null = null;
  #keyFrameAt = 0;

  get lastAt(): number {
    return Math.max(this.sources.audio.lastAt, this.sources.video.lastAt);
  }
  /** What arrived lately. */
  media(now: number): FeedFlow['media'] {
    const arrives = (source: Source) => now - source.lastAt < recentMs;
    return {
      audio: arrives(this.sources.audio),
      video: arrives(this.sources.video) ? this.#codec : null,
      size: this.#size,
    };
  }
  publish(member: Member, codec: 'h264' | 'vp8'): void {
    this.host = member;
    [this.#codec, this.#size] = [codec, null];
    for (const kind of ['audio', 'video'] as const)
      member.lines[kind]?.track.onMessage((packet) => this.host === member && this.#fromHost(kind, packet));
  }
  join(member: Member): void {
    this.viewers.add(member);
    for (const kind of ['audio', 'video'] as const) {
      const line = member.lines[kind];
      line?.track.onMessage((packet) => this.#fromViewer(kind, member, packet));
      if (kind === 'video') line?.track.onOpen(() => this.wantKeyFrame());
    }
  }
  wantKeyFrame(): void {
    const [now, { ssrc }] = [Date.now(), this.sources.video];
    if (ssrc === null || now - this.#keyFrameAt < keyFrameEveryMs) return;
    this.#keyFrameAt = now;
    send(this.host?.lines.video?.track, pli(ssrc));
  }
  #payloadOf(kind: Kind, line: Outlet): number | null {
    return line.payloads[kind === 'audio' ? 'opus' : this.#codec] ?? null;
  }
  #passReport(kind: Kind, packet: Buffer, now: number): void {
    const [source, report] = [this.sources[kind], senderReport(packet)];
    if (!report || report.readUInt32BE(4) !== source.ssrc) return;
    source.reported(report.readUInt32BE(10), now);
    const copy = rewriteReport(report, ssrcs[kind], source.timestampShift);
    this.tap?.report(kind, copy);
    for (const viewer of this.viewers) send(viewer.lines[kind]?.track, copy);
  }
  #fromHost(kind: Kind, packet: Buffer): void {
    const [source, now] = [this.sources[kind], Date.now()];
    if (isRtcp(packet)) return this.#passReport(kind, packet, now);
    const isFirst = source.ssrc === null;
    const number = source.take(packet, now);
    if (number === null) return;
    if (kind === 'video') this.#look(packet, isFirst);
    this.tap?.pass(kind, packet);
    for (const viewer of this.viewers)
      if (!viewer.isHeld && this.#deliver(viewer.lines[kind], kind, { packet, number }))
        viewer.deliveredAt = now;
  }
  #look(packet: Buffer, isFirst: boolean): void {
    if (isFirst) this.wantKeyFrame();
    if (this.#codec === 'vp8') this.#size = sizeOfKeyFrame(packet) ?? this.#size;
  }
  #deliver(
    line: Outlet | undefined,
    kind: Kind,
    { packet, number }: { packet: Buffer; number: number },
  ): boolean {
    const payload = line && this.#payloadOf(kind, line);
    return line !== undefined && payload != null && line.pass(packet, number, payload);
  }
  #resend(kind: Kind, { lines, isHeld }: Member, sequences: readonly number[]): void {
    if (isHeld) return;
    const line = lines[kind];
    const payload = line && this.#payloadOf(kind, line);
    if (!line || payload == null) return;
    for (const sequence of sequences) {
      const number = line.lacking(sequence);
      const lost = number === null ? null : this.sources[kind].again(number);
      if (lost && number !== null) line.again(lost, number, payload);
    }
  }
  #fromViewer(kind: Kind, viewer: Member, packet: Buffer): void {
    if (!isRtcp(packet)) return;
    const { nacks, wantsKeyFrame, bitrate } = readFeedback(packet);
    this.#resend(kind, viewer, nacks.slice(0, 200));
    if (wantsKeyFrame) this.wantKeyFrame();
    if (bitrate !== null) viewer.bitrate = bitrate;
  }
  /** Every 20 ms: what the host lost on the way is asked for again. */
  repair(now: number): void {
    for (const kind of ['audio', 'video'] as const) {
      const { request, gaveUp } = this.sources[kind].ask(now);
      if (request) send(this.host?.lines[kind]?.track, request);
      if (gaveUp && kind === 'video') this.wantKeyFrame();
    }
  }
  /** Every second: a key frame for who needs one, and what the host is told. */
  everySecond(now: number): void {
    const { video, size } = this.media(now);
    // Players over HTTP begin at key frames, and their segments end with them. They wait for the size in the first one.
    if (this.tap || (video === 'vp8' && size === null)) this.wantKeyFrame();
    this.#report(now);
  }
  /** How the host's media arrives, and how much the slow tenth of the viewers can take. */
  #report(now: number): void {
    for (const kind of ['audio', 'video'] as const) {
      const report = this.sources[kind].report(now);
      if (report) send(this.host?.lines[kind]?.track, report);
    }
    const { ssrc } = this.sources.video;
    const known = [...this.viewers].flatMap(({ bitrate }) => (bitrate === null ? [] : [bitrate]));
    const slow = known.toSorted((a, b) => a - b)[Math.floor(known.length / 10)] ?? mostBitrate;
    const bitrate = Math.min(mostBitrate, Math.max(leastBitrate, slow));
    if (ssrc !== null) send(this.host?.lines.video?.track, remb(ssrc, bitrate));
  }
}
