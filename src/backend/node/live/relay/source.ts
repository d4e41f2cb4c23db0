import { Numbering, readHeader } from './numbering.ts';
import { nack, receiverReport } from './rtcp.ts';

const ringSize = 1_024;
/** Reordered packets get this long before they are asked for again. */
const patienceMs = 25;
const repeatMs = 60;
const giveUpMs = 600;

interface Missing {
  readonly since: number;
  requestedAt: number;
}

/**
 * One kind of media of a host. Its packets get one source, one row of numbers and one time line that go on when
 * the host connects again; see `Numbering`.
 */
export class Source {
  readonly #numbering: Numbering;
  readonly #outSsrc: number;
  /** The host's highest number, going on. */
  #highest = 0;
  lastAt = 0;
  bytes = 0;
  frames = 0;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #base = 0;
  #missing = new Map<number, Missing>();
  #ring: ({ readonly number: number; readonly packet: Buffer } | undefined)[] = [];
  #reportAt = 0;
  #report = 0;
  loss = 0;

  constructor(rate: number, outSsrc: number) {
    this.#numbering = new Numbering(rate);
    this.#outSsrc = outSsrc;
  }
  /** The host's source; null before its first packet. */
  get ssrc(): number | null {
    return this.#numbering.ssrc;
  }
  /** What is added to the host's timestamps. */
  get timestampShift(): number {
    return this.#numbering.timestampShift;
  }

  /** Rewrites a packet in place. Returns its number, or null for what isn't to be forwarded. */
  take(packet: Buffer, now: number): number | null {
    const header = readHeader(packet);
    const placed = header && this.#numbering.place(header, now);
    if (!header || !placed) return null;
    if (placed.isNew) this.#begin();
    else this.#note(header.sequence, now);
    const place = placed.number % ringSize;
    if (this.#ring[place]?.number === placed.number) return null;
    packet.writeUInt16BE(placed.number & 0xff_ff, 2);
    packet.writeUInt32BE(placed.timestamp, 4);
    packet.writeUInt32BE(this.#outSsrc, 8);
    this.#ring[place] = { number: placed.number, packet };
    this.lastAt = now;
    this.bytes += packet.length;
    if (packet.readUInt8(1) & 0x80) this.frames += 1;
    return placed.number;
  }
  #begin(): void {
    this.#highest = this.#numbering.highestIn;
    [this.#base, this.#received] = [this.#highest, 1];
    [this.#expectedBefore, this.#receivedBefore] = [0, 0];
    this.#missing.clear();
  }
  #note(sequence: number, now: number): void {
    this.#received += 1;
    const { highestIn } = this.#numbering;
    if (highestIn === this.#highest) return void this.#missing.delete(sequence);
    for (let each = this.#highest + 1; each < highestIn; each += 1)
      this.#missing.set(each & 0xff_ff, { since: now, requestedAt: 0 });
    this.#highest = highestIn;
  }
  /** A packet to send again. */
  again(number: number): Buffer | null {
    const found = this.#ring[number % ringSize];
    return found?.number === number ? found.packet : null;
  }
  /** What to ask the host for again, and whether something was given up. */
  ask(now: number): { request: Buffer | null; gaveUp: boolean } {
    const lost: number[] = [];
    let gaveUp = false;
    for (const [sequence, missing] of this.#missing) {
      if (now - missing.since > giveUpMs) gaveUp = this.#missing.delete(sequence);
      else if (now - missing.since >= patienceMs && now - missing.requestedAt >= repeatMs) {
        missing.requestedAt = now;
        lost.push(sequence);
      }
    }
    return {
      request: lost.length > 0 && this.ssrc !== null ? nack(this.ssrc, lost.slice(0, 100)) : null,
      gaveUp,
    };
  }
  reported(middle: number, now: number): void {
    [this.#report, this.#reportAt] = [middle, now];
  }
  report(now: number): Buffer | null {
    if (this.ssrc === null) return null;
    const expected = this.#highest - this.#base + 1;
    const [wanted, got] = [expected - this.#expectedBefore, this.#received - this.#receivedBefore];
    [this.#expectedBefore, this.#receivedBefore] = [expected, this.#received];
    this.loss = wanted > 0 ? Math.max(0, Math.min(1, (wanted - got) / wanted)) : 0;
    return receiverReport({
      ssrc: this.ssrc,
      fraction: Math.min(255, Math.floor(this.loss * 256)),
      lost: Math.max(0, expected - this.#received),
      highest: this.#highest,
      lastReport: this.#report,
      delay: this.#report ? Math.round(((now - this.#reportAt) / 1_000) * 65_536) : 0,
    });
  }
}
