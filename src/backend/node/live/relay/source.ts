import { nack, receiverReport } from './rtcp.ts';

const kept = 1_024;
/** Reordered packets get this long before they are asked for again. */
const patienceMs = 25;
const repeatMs = 60;
const giveUpMs = 600;

interface Missing {
  readonly since: number;
  askedAt: number;
}

const ahead = (a: number, b: number) => ((a - b) << 16) >> 16;

/**
 * One kind of media of a host. Its packets get one source, one row of sequence numbers and one time line that
 * go on when the host connects again, so all viewers can be sent the same bytes.
 */
export class Source {
  readonly #rate: number;
  readonly #outSsrc: number;
  ssrc: number | null = null;
  #sequenceShift = 0;
  timestampShift = 0;
  #highest = -1;
  #cycles = 0;
  #lastTimestamp = 0;
  lastAt = 0;
  bytes = 0;
  frames = 0;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #base = 0;
  #missing = new Map<number, Missing>();
  #ring: (Buffer | undefined)[] = [];
  #reportAt = 0;
  #report = 0;
  loss = 0;

  constructor(rate: number, outSsrc: number) {
    this.#rate = rate;
    this.#outSsrc = outSsrc;
  }

  /** Rewrites a packet in place. Returns false for what isn't to be forwarded. */
  take(packet: Buffer, now: number): boolean {
    if (packet.length < 12 || packet.readUInt8(0) >> 6 !== 2) return false;
    const [ssrc, sequence, timestamp] = [
      packet.readUInt32BE(8),
      packet.readUInt16BE(2),
      packet.readUInt32BE(4),
    ];
    if (ssrc !== this.ssrc) this.#begin(ssrc, sequence, timestamp, now);
    this.#note(sequence, now);
    const out = (sequence + this.#sequenceShift) & 0xff_ff;
    packet.writeUInt16BE(out, 2);
    packet.writeUInt32BE((timestamp + this.timestampShift) >>> 0, 4);
    packet.writeUInt32BE(this.#outSsrc, 8);
    this.#ring[out % kept] = packet;
    this.#lastTimestamp = packet.readUInt32BE(4);
    this.lastAt = now;
    this.bytes += packet.length;
    if (packet.readUInt8(1) & 0x80) this.frames += 1;
    return true;
  }
  // oxlint-disable-next-line max-params -- the fields of a packet's header, and when it came
  #begin(ssrc: number, sequence: number, timestamp: number, now: number): void {
    if (this.ssrc !== null) {
      const next = (this.#highest + this.#sequenceShift + 1) & 0xff_ff;
      this.#sequenceShift = (next - sequence) & 0xff_ff;
      const elapsed = Math.round(((now - this.lastAt) / 1_000) * this.#rate);
      this.timestampShift = (this.#lastTimestamp + elapsed - timestamp) >>> 0;
    }
    this.ssrc = ssrc;
    this.#highest = sequence - 1;
    [this.#base, this.#cycles, this.#received] = [sequence, 0, 0];
    [this.#expectedBefore, this.#receivedBefore] = [0, 0];
    this.#missing.clear();
  }
  #note(sequence: number, now: number): void {
    this.#received += 1;
    const step = ahead(sequence, this.#highest & 0xff_ff);
    if (step <= 0) return void this.#missing.delete(sequence);
    // A jump is a new beginning, not a loss.
    if (step < 300)
      for (let each = 1; each < step; each += 1)
        this.#missing.set((this.#highest + each) & 0xff_ff, { since: now, askedAt: 0 });
    if (sequence < (this.#highest & 0xff_ff)) this.#cycles += 1;
    this.#highest = sequence;
  }
  /** A packet to send again. */
  again(sequence: number): Buffer | null {
    const packet = this.#ring[sequence % kept];
    return packet && packet.readUInt16BE(2) === sequence ? packet : null;
  }
  /** What to ask the host for again, and whether something was given up. */
  ask(now: number): { request: Buffer | null; gaveUp: boolean } {
    const lost: number[] = [];
    let gaveUp = false;
    for (const [sequence, missing] of this.#missing) {
      if (now - missing.since > giveUpMs) gaveUp = this.#missing.delete(sequence);
      else if (now - missing.since >= patienceMs && now - missing.askedAt >= repeatMs) {
        missing.askedAt = now;
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
    const extended = this.#cycles * 0x1_00_00 + (this.#highest & 0xff_ff);
    const expected = extended - this.#base + 1;
    const [wanted, got] = [expected - this.#expectedBefore, this.#received - this.#receivedBefore];
    [this.#expectedBefore, this.#receivedBefore] = [expected, this.#received];
    this.loss = wanted > 0 ? Math.max(0, Math.min(1, (wanted - got) / wanted)) : 0;
    return receiverReport({
      ssrc: this.ssrc,
      fraction: Math.min(255, Math.floor(this.loss * 256)),
      lost: Math.max(0, expected - this.#received),
      highest: extended,
      lastReport: this.#report,
      delay: this.#report ? Math.round(((now - this.#reportAt) / 1_000) * 65_536) : 0,
    });
  }
}
