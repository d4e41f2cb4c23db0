import { createSocket } from 'node:dgram';
import type { TapPorts } from './messages.ts';

const payloads = { audio: 97, video: 96 } as const;
const here = '127.0.0.1';

/** Copies a feed's packets to a program on this machine. */
export class Tap {
  readonly #ports: TapPorts;
  readonly #socket = createSocket('udp4');

  constructor(ports: TapPorts) {
    this.#ports = ports;
    // Until the program listens, the system reports that nobody does.
    this.#socket.on('error', () => {}).unref();
  }
  pass(kind: 'audio' | 'video', packet: Buffer): void {
    const port = this.#ports[kind];
    if (port === null) return;
    // Viewers' payload types are written into the packet while the system may still be sending this one.
    const copy = Buffer.from(packet);
    copy.writeUInt8((packet.readUInt8(1) & 0x80) | payloads[kind], 1);
    this.#send(copy, port);
  }
  /** A sender report, by which the program plays sound and picture together. */
  report(kind: 'audio' | 'video', report: Buffer): void {
    const port = this.#ports[kind];
    if (port !== null) this.#send(report, port + 1);
  }
  #send(packet: Buffer, port: number): void {
    this.#socket.send(packet, port, here, () => {});
  }
  close(): void {
    this.#socket.close();
  }
}
