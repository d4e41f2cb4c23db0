export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Where an RTP packet's payload begins, behind sources and extensions. */
function payloadAt(packet: Buffer): number {
  const first = packet.readUInt8(0);
  const sources = 12 + (first & 15) * 4;
  return first & 0x10 ? sources + 4 + packet.readUInt16BE(sources + 2) * 4 : sources;
}

/** Where the frame begins, behind the payload descriptor (RFC 7741); null for a packet that doesn't begin one. */
function frameAt(packet: Buffer, from: number): number | null {
  const descriptor = packet.readUInt8(from);
  // The first packet of the first partition.
  if ((descriptor & 0x10) === 0 || (descriptor & 0x07) !== 0) return null;
  if ((descriptor & 0x80) === 0) return from + 1;
  const extension = packet.readUInt8(from + 1);
  let at = from + 2;
  if (extension & 0x80) at += packet.readUInt8(at) & 0x80 ? 2 : 1;
  if (extension & 0x40) at += 1;
  return extension & 0x30 ? at + 1 : at;
}

/** What the first bytes of a key frame say, after a tag of three bytes. */
const startCode = 0x9d_01_2a;

/**
 * The size of a VP8 picture by the packet that begins a key frame (RFC 6386, section 9.1); null for any other packet.
 * A sender that turns or grows begins with a key frame.
 */
export function sizeOfKeyFrame(packet: Buffer): PictureSize | null {
  try {
    const at = frameAt(packet, payloadAt(packet));
    if (at === null || (packet.readUInt8(at) & 1) !== 0 || packet.readUIntBE(at + 3, 3) !== startCode)
      return null;
    const [width, height] = [packet.readUInt16LE(at + 6) & 0x3f_ff, packet.readUInt16LE(at + 8) & 0x3f_ff];
    return width > 0 && height > 0 ? { width, height } : null;
  } catch (error) {
    // The packet ends before that.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
