import { type Reader, saying } from './header.ts';

const toDataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const tag = (data: DataView, at: number) =>
  String.fromCharCode(data.getUint8(at), data.getUint8(at + 1), data.getUint8(at + 2), data.getUint8(at + 3));

/** Kilobits per second by the frame header's four bits: for MPEG version 1, then for versions 2 and 2.5. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
] as const;
const sampleRates = [44_100, 48_000, 32_000, 0] as const;
/** Tags of the header in the first frame that states the number of frames. */
const counts = ['Xing', 'Info'];

interface Frame {
  readonly kilobits: number;
  readonly rate: number;
  readonly samples: number;
}

/** Divider of the sampling rate, by the header's two version bits. */
const dividers = [4, 0, 2, 1] as const;

function frameAt(data: DataView, at: number): Frame | null {
  const [second, third] = [data.getUint8(at + 1), data.getUint8(at + 2)];
  if (data.getUint8(at) !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const divider = dividers[(second >> 3) & 3] as 0 | 1 | 2 | 4;
  const low = divider !== 1;
  const kilobits = bitRates[low ? 1 : 0][third >> 4] as number;
  const rate = (sampleRates[(third >> 2) & 3] as number) / divider;
  return kilobits > 0 && rate > 0 && divider > 0 ? { kilobits, rate, samples: low ? 576 : 1152 } : null;
}

export const readMp3: Reader = async (read, bytes) => {
  const start = toDataView(await read(0, 10));
  // Skip an ID3 tag. Its length is stored as four times seven bits.
  const words = tag(start, 0).startsWith('ID3')
    ? 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (start.getUint8(at) & 0x7f), 0)
    : 0;
  const data = toDataView(await read(words, 4096));
  for (let at = 0; at + 200 < data.byteLength; at += 1) {
    const frame = frameAt(data, at);
    if (!frame) continue;
    const count = [9, 17, 21, 32, 36]
      .map((offset) => at + 4 + offset)
      .find((place) => place + 16 < data.byteLength && counts.includes(tag(data, place)));
    const stated = count === undefined ? 0 : data.getUint32(count + 4);
    const frames = count !== undefined && (stated & 1) === 1 ? data.getUint32(count + 8) : 0;
    const size = count !== undefined && (stated & 3) === 3 ? data.getUint32(count + 12) : 0;
    const seconds =
      frames > 0 ? (frames * frame.samples) / frame.rate : ((bytes - words) * 8) / (frame.kilobits * 1000);
    return saying({ duration: seconds, cutShort: size > bytes - words });
  }
  return null;
};

export const readWav: Reader = async (read, bytes) => {
  const data = toDataView(await read(0, 64 * 1024));
  let perSecond = 0;
  for (let at = 12; at + 8 <= data.byteLength;) {
    const size = data.getUint32(at + 4, true);
    if (tag(data, at) === 'fmt ') perSecond = data.getUint32(at + 16, true);
    if (tag(data, at) === 'data')
      return perSecond > 0
        ? saying({
            duration: Math.min(size, bytes - at - 8) / perSecond,
            cutShort: size < 0xff_ff_ff_00 && at + 8 + size > bytes + 1,
          })
        : null;
    at += 8 + size + (size % 2);
  }
  return null;
};

export const readFlac: Reader = async (read) => {
  const data = toDataView(await read(0, 42));
  if ((data.getUint8(4) & 0x7f) !== 0) return null;
  const rate = data.getUint32(18) >>> 12;
  const samples = (data.getUint8(21) & 0x0f) * 2 ** 32 + data.getUint32(22);
  return rate > 0 ? saying({ duration: samples > 0 ? samples / rate : null }) : null;
};

export const readOgg: Reader = async (read, bytes) => {
  const head = toDataView(await read(0, 64));
  const opus = tag(head, 28) === 'Opus';
  if (!opus && tag(head, 29) !== 'vorb') return null;
  const rate = opus ? 48_000 : head.getUint32(40, true);
  const last = toDataView(await read(Math.max(0, bytes - 65_536), 65_536));
  for (let at = last.byteLength - 14; at >= 0; at -= 1) {
    if (last.getUint8(at) === 0x4f && tag(last, at) === 'OggS')
      return saying({ duration: rate > 0 ? Number(last.getBigInt64(at + 6, true)) / rate : null });
  }
  return null;
};
