/* Numbers of RTP packets wrap around; here they go on, so that older and newer can be told apart. */

/** A step further than this, in either direction, is a new beginning and no loss or disorder. */
export const mostStep = 300;
/** How far back packets are kept and sent again. SRTP refuses, and ends the process, at 1,024. */
export const mostBack = 512;
/** A time that differs by more than this from the clock's is a new beginning, too. */
const mostSeconds = 10;

/** The signed distance between two numbers of 16 bits. */
export const ahead = (a: number, b: number): number => ((a - b) << 16) >> 16;
/** A number of 16 bits as the one that goes on, near another. */
export const near = (sequence: number, known: number): number => known + ahead(sequence, known & 0xff_ff);

export interface Header {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
}
/** No network carries larger packets. */
const mostBytes = 2_000;

/** The header of an RTP packet, or null when it isn't a whole one. */
export function readHeader(packet: Buffer): Header | null {
  if (packet.length < 12 || packet.length > mostBytes || packet.readUInt8(0) >> 6 !== 2) return null;
  const first = packet.readUInt8(0);
  let length = 12 + (first & 15) * 4;
  if (first & 0x10) {
    if (packet.length < length + 4) return null;
    length += 4 + packet.readUInt16BE(length + 2) * 4;
  }
  if (packet.length < length) return null;
  return {
    ssrc: packet.readUInt32BE(8),
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
  };
}

interface Placed {
  /** Goes on for ever. */
  readonly number: number;
  readonly timestamp: number;
  /** The sender began anew: what is missing before isn't lost. */
  readonly isNew: boolean;
}

/**
 * The relay's own numbers and times for what one sender sends. They only go on, whatever arrives: another source,
 * the same one with older numbers, or a clock that jumps.
 */
export class Numbering {
  readonly #rate: number;
  #ssrc: number | null = null;
  /** The sender's highest number, going on. */
  highestIn = 0;
  #shift = 0;
  #highest = 0;
  #begunAt = 0;
  #lastTimestamp = 0;
  #lastAt = 0;
  timestampShift = 0;

  /** @param rate Ticks of the timestamps a second. */
  constructor(rate: number) {
    this.#rate = rate;
  }
  get ssrc(): number | null {
    return this.#ssrc;
  }

  /** Null for what came too late to have a place. `now` is in milliseconds. */
  place({ ssrc, sequence, timestamp }: Header, now: number): Placed | null {
    const step = ahead(sequence, this.highestIn & 0xff_ff);
    const isNew = ssrc !== this.#ssrc || Math.abs(step) > mostStep;
    if (isNew) this.#begin(ssrc, sequence);
    else this.highestIn = Math.max(this.highestIn, this.highestIn + step);
    const number = near(sequence, this.highestIn) + this.#shift;
    // Before the beginning, the numbers are those of other packets.
    if (number < this.#begunAt) return null;
    this.#highest = Math.max(this.#highest, number);
    return { number, timestamp: this.#time(timestamp, now, isNew), isNew };
  }
  #begin(ssrc: number, sequence: number): void {
    this.#ssrc = ssrc;
    this.#begunAt = this.#highest + 1;
    this.highestIn = 0x1_00_00 + sequence;
    this.#shift = this.#begunAt - this.highestIn;
  }
  #time(timestamp: number, now: number, isNew: boolean): number {
    const expected = this.#lastTimestamp + Math.round(((now - this.#lastAt) / 1_000) * this.#rate);
    const shifted = (timestamp + this.timestampShift) >>> 0;
    // As a signed distance of 32 bits.
    const isFar = Math.abs((shifted - expected) | 0) > mostSeconds * this.#rate;
    const placed = isNew || isFar ? expected >>> 0 : shifted;
    this.timestampShift = (placed - timestamp) >>> 0;
    [this.#lastTimestamp, this.#lastAt] = [placed, now];
    return placed;
  }
}
