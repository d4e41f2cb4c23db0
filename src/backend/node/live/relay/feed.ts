import type { PeerConnection, Track } from 'node-datachannel';
import { isRtcp, pli, readFeedback, remb, rewriteReport, senderReport } from './rtcp.ts';
import { Source } from './source.ts';
import type { Tap } from './tap.ts';

type Kind = 'audio' | 'video';
export interface Line {
  readonly track: Track;
  /** Payload type for each codec that was agreed on. */
  readonly payloads: Readonly<Record<string, number | null>>;
}
export interface Member {
  readonly pc: PeerConnection;
  readonly lines: Partial<Record<Kind, Line>>;
  bitrate: number | null;
}

const keyFrameEveryMs = 300;
const recentMs = 1_000;
const [leastBitrate, mostBitrate] = [200_000, 4_000_000];
export const ssrcs = { audio: 0x11, video: 0x22 } as const;

/** Sends only on an open track: the library throws through Node otherwise. */
export function send(track: Track | undefined, packet: Buffer): void {
  if (track?.isOpen()) track.sendMessageBinary(packet);
}

/** A host's media, and everybody who watches it. */
export class Feed {
  readonly viewers = new Set<Member>();
  readonly sources = { audio: new Source(48_000, ssrcs.audio), video: new Source(90_000, ssrcs.video) };
  host: Member | null = null;
  /** A program that gets the packets too. */
  tap: Tap | null = null;
  #codec: 'h264' | 'vp8' = 'h264';
  #keyFrameAt = 0;

  get lastAt(): number {
    return Math.max(this.sources.audio.lastAt, this.sources.video.lastAt);
  }
  /** What arrived lately. */
  media(now: number): { audio: boolean; video: 'h264' | 'vp8' | null } {
    const arrives = (source: Source) => now - source.lastAt < recentMs;
    return { audio: arrives(this.sources.audio), video: arrives(this.sources.video) ? this.#codec : null };
  }
  publish(member: Member, codec: 'h264' | 'vp8'): void {
    this.host = member;
    this.#codec = codec;
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
  #payloadOf(kind: Kind, line: Line): number | null {
    return line.payloads[kind === 'audio' ? 'opus' : this.#codec] ?? null;
  }
  #pass(kind: Kind, line: Line | undefined, packet: Buffer): void {
    const payload = line && this.#payloadOf(kind, line);
    if (payload === null || payload === undefined) return;
    packet.writeUInt8((packet.readUInt8(1) & 0x80) | payload, 1);
    send(line?.track, packet);
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
    if (!source.take(packet, now)) return;
    if (isFirst && kind === 'video') this.wantKeyFrame();
    this.tap?.pass(kind, packet);
    for (const viewer of this.viewers) this.#pass(kind, viewer.lines[kind], packet);
  }
  #fromViewer(kind: Kind, viewer: Member, packet: Buffer): void {
    if (!isRtcp(packet)) return;
    const { nacks, wantsKeyFrame, bitrate } = readFeedback(packet);
    for (const sequence of nacks.slice(0, 200)) {
      const lost = this.sources[kind].again(sequence);
      if (lost) this.#pass(kind, viewer.lines[kind], lost);
    }
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
  /** Every second: how the host's media arrives, and how much the slow tenth of the viewers can take. */
  report(now: number): void {
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
