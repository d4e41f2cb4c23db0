/* RTCP packets as bytes: the library’s own functions for them end the process when a track isn't open. */

const nackType = 205;
const feedbackType = 206;
/** Sender of the feedback we write; any number serves. */
const ownSsrc = 1;

export interface ReportBlock {
  readonly ssrc: number;
  /** Packets lost since the last report, as a fraction of 256. */
  readonly fraction: number;
  readonly lost: number;
  readonly highest: number;
  readonly lastReport: number;
  readonly delay: number;
}
/** What a receiver tells: lost packets to send again, a wish for a key frame, its bandwidth. */
export interface Feedback {
  readonly nacks: readonly number[];
  readonly wantsKeyFrame: boolean;
  readonly bitrate: number | null;
}

export const isRtcp = (packet: Buffer): boolean =>
  packet.length >= 8 && packet.readUInt8(1) >= 192 && packet.readUInt8(1) <= 223;

/** The parts of a compound packet; what is cut short is left out. */
function* splitPackets(packet: Buffer): Generator<Buffer> {
  for (let at = 0; at + 8 <= packet.length;) {
    const bytes = (packet.readUInt16BE(at + 2) + 1) * 4;
    if (at + bytes > packet.length) return;
    yield packet.subarray(at, at + bytes);
    at += bytes;
  }
}

function parseNacks(part: Buffer): number[] {
  const lost: number[] = [];
  for (let at = 12; at + 4 <= part.length; at += 4) {
    const [first, mask] = [part.readUInt16BE(at), part.readUInt16BE(at + 2)];
    lost.push(first);
    for (let bit = 0; bit < 16; bit += 1) if (mask & (1 << bit)) lost.push((first + bit + 1) & 0xff_ff);
  }
  return lost;
}
function parseRemb(part: Buffer): number | null {
  if (part.length < 20 || part.toString('latin1', 12, 16) !== 'REMB') return null;
  const [exponent, high] = [part.readUInt8(17) >> 2, part.readUInt8(17) & 3];
  return ((high << 16) | part.readUInt16BE(18)) * 2 ** exponent;
}

export function readFeedback(packet: Buffer): Feedback {
  const nacks: number[] = [];
  let [wantsKeyFrame, bitrate] = [false, null as number | null];
  for (const part of splitPackets(packet)) {
    const [format, type] = [part.readUInt8(0) & 31, part.readUInt8(1)];
    if (type === nackType && format === 1) nacks.push(...parseNacks(part));
    if (type !== feedbackType) continue;
    if (format === 1 || format === 4) wantsKeyFrame = true;
    if (format === 15) bitrate = parseRemb(part) ?? bitrate;
  }
  return { nacks, wantsKeyFrame, bitrate };
}

/** The first sender report of a packet, for forwarding and for measuring round trips. */
export function senderReport(packet: Buffer): Buffer | null {
  for (const part of splitPackets(packet)) if (part.readUInt8(1) === 200 && part.length >= 28) return part;
  return null;
}
/** A sender report with another source and timestamp, without its blocks. */
export function rewriteReport(report: Buffer, ssrc: number, timestampShift: number): Buffer {
  const copy = Buffer.from(report.subarray(0, 28));
  copy.writeUInt8(0x80, 0);
  copy.writeUInt16BE(6, 2);
  copy.writeUInt32BE(ssrc, 4);
  copy.writeUInt32BE((report.readUInt32BE(16) + timestampShift) >>> 0, 16);
  return copy;
}

function start(format: number, type: number, words: number): Buffer {
  const packet = Buffer.alloc((words + 1) * 4);
  packet.writeUInt8(0x80 | format, 0);
  packet.writeUInt8(type, 1);
  packet.writeUInt16BE(words, 2);
  packet.writeUInt32BE(ownSsrc, 4);
  return packet;
}
/** Asks for a key frame. */
export function pli(ssrc: number): Buffer {
  const packet = start(1, feedbackType, 2);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}
/** Asks for packets again. */
export function nack(ssrc: number, lost: readonly number[]): Buffer {
  const packet = start(1, nackType, 2 + lost.length);
  packet.writeUInt32BE(ssrc, 8);
  for (const [index, sequence] of lost.entries()) packet.writeUInt16BE(sequence, 12 + index * 4);
  return packet;
}
/** Tells a sender how much it may send, in bits a second. */
export function remb(ssrc: number, bitrate: number): Buffer {
  const packet = start(15, feedbackType, 5);
  packet.write('REMB', 12, 'latin1');
  packet.writeUInt8(1, 16);
  const exponent = Math.max(0, Math.ceil(Math.log2(bitrate / 0x3_ff_ff)));
  const mantissa = Math.min(0x3_ff_ff, Math.floor(bitrate / 2 ** exponent));
  packet.writeUInt8((exponent << 2) | (mantissa >> 16), 17);
  packet.writeUInt16BE(mantissa & 0xff_ff, 18);
  packet.writeUInt32BE(ssrc, 20);
  return packet;
}
export function receiverReport(block: ReportBlock): Buffer {
  const packet = start(1, 201, 7);
  packet.writeUInt32BE(block.ssrc, 8);
  packet.writeUInt32BE(((block.fraction & 255) * 0x1_00_00_00 + (block.lost & 0xff_ff_ff)) >>> 0, 12);
  packet.writeUInt32BE(block.highest >>> 0, 16);
  packet.writeUInt32BE(block.lastReport >>> 0, 24);
  packet.writeUInt32BE(block.delay >>> 0, 28);
  return packet;
}
