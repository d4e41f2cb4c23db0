import type { Track } from 'node-datachannel';
import { mostBack, mostStep, near } from './numbering.ts';

/** What is sent again may be this share of what is sent, and a burst of so many bytes. */
const [shareAgain, burstBytes] = [0.25, 60_000];

/** Sends only on an open track: the library throws through Node otherwise. Returns whether it was sent. */
export function send(track: Track | undefined, packet: Buffer): boolean {
  return track?.isOpen() === true && track.sendMessageBinary(packet);
}

/**
 * One kind of media on its way to one viewer. SRTP ends the process when it is given a number that it takes for
 * an old one, so the numbers are the viewer's own: they only go on, and what is sent again is recent.
 */
export class Outlet {
  readonly track: Track;
  /** Payload type for each codec that was agreed on. */
  readonly payloads: Readonly<Record<string, number | null>>;
  /** The feed's number of the first packet since the numbers were last shifted; null before any. */
  #first: number | null = null;
  #highest = 0;
  #shift = 0;
  #mayAgain = burstBytes;

  constructor(track: Track, payloads: Outlet['payloads']) {
    [this.track, this.payloads] = [track, payloads];
  }

  /** Sends a packet with the feed's number; what came too late is left out. Returns whether it was sent. */
  pass(packet: Buffer, number: number, payload: number): boolean {
    if (!this.#place(number)) return false;
    this.#mayAgain = Math.min(burstBytes, this.#mayAgain + packet.length * shareAgain);
    return this.#write(packet, number, payload);
  }
  /** The feed's number of a packet that the viewer lacks; null for what isn't sent again. */
  lacking(sequence: number): number | null {
    if (this.#first === null) return null;
    const number = near(sequence, this.#highest + this.#shift) - this.#shift;
    const isRecent = number >= this.#first && number > this.#highest - mostBack;
    return isRecent && number <= this.#highest ? number : null;
  }
  /** Sends a packet again, within what the viewer may ask for. */
  again(packet: Buffer, number: number, payload: number): void {
    if (this.#mayAgain < packet.length) return;
    this.#mayAgain -= packet.length;
    this.#write(packet, number, payload);
  }

  #place(number: number): boolean {
    if (!this.track.isOpen()) return false;
    if (this.#first !== null && number <= this.#highest)
      return number >= this.#first && number > this.#highest - mostBack;
    if (this.#first === null) this.#first = number;
    // The viewer couldn't be sent anything for a while.
    else if (number > this.#highest + mostStep) {
      this.#shift = this.#highest + this.#shift + 1 - number;
      this.#first = number;
    }
    this.#highest = number;
    return true;
  }
  #write(packet: Buffer, number: number, payload: number): boolean {
    packet.writeUInt8((packet.readUInt8(1) & 0x80) | payload, 1);
    packet.writeUInt16BE((number + this.#shift) & 0xff_ff, 2);
    return send(this.track, packet);
  }
}
