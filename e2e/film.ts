import type { Page } from './fixtures.ts';

export interface Film {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/**
 * A video of the given length in seconds, encoded by the browser in far less time: VP8 frames with a moving
 * bar, in a WebM file with a duration and a keyframe every second. Null if the browser has no encoder.
 */
export async function makeFilm(page: Page, seconds = 20, name = 'glaze.webm'): Promise<Film | null> {
  const base64 = await page.evaluate(
    async ({ length, rate, width, height }) => {
      if (typeof VideoEncoder === 'undefined') return null;
      const frames: { data: Uint8Array; key: boolean; ms: number }[] = [];
      const encoder = new VideoEncoder({
        output(chunk) {
          const data = new Uint8Array(chunk.byteLength);
          chunk.copyTo(data);
          frames.push({ data, key: chunk.type === 'key', ms: Math.round(chunk.timestamp / 1000) });
        },
        error: (error) => {
          throw error;
        },
      });
      encoder.configure({ codec: 'vp8', width, height, bitrate: 300_000, framerate: rate });
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      for (let at = 0; at < length * rate; at += 1) {
        context.fillStyle = `hsl(${(at * 3) % 360} 40% 30%)`;
        context.fillRect(0, 0, width, height);
        context.fillStyle = '#fff';
        context.fillRect((at * 4) % width, 0, 12, height);
        const frame = new VideoFrame(canvas, { timestamp: (at * 1_000_000) / rate });
        encoder.encode(frame, { keyFrame: at % rate === 0 });
        frame.close();
        if (encoder.encodeQueueSize > 20) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await encoder.flush();

      const bytes = (...parts: (number | readonly number[] | Uint8Array)[]) =>
        new Uint8Array(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])));
      const big = (value: number, size: number) =>
        Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);
      const element = (id: number, ...content: (number | readonly number[] | Uint8Array)[]) => {
        const body = bytes(...content);
        return bytes(
          big(id, Math.ceil(Math.log2(id + 1) / 8)),
          body.length < 127 ? 0x80 + body.length : [0x01, ...big(body.length, 7)],
          body,
        );
      };
      const uint = (id: number, value: number, size = Math.max(1, Math.ceil(Math.log2(value + 1) / 8))) =>
        element(id, big(value, size));
      const text = (id: number, value: string) => element(id, new TextEncoder().encode(value));
      const float = (id: number, value: number) =>
        element(id, new Uint8Array(new Float64Array([value]).buffer).reverse());

      const clusters = Array.from({ length }, (_, second) =>
        element(
          0x1f43b675,
          uint(0xe7, second * 1000),
          ...frames
            .filter(({ ms }) => Math.floor(ms / 1000) === second)
            .map(({ data, key, ms }) =>
              element(0xa3, 0x81, big(ms - second * 1000, 2), key ? 0x80 : 0, data),
            ),
        ),
      );
      const info = element(
        0x1549a966,
        uint(0x2ad7b1, 1_000_000),
        float(0x4489, length * 1000),
        text(0x4d80, 'test'),
        text(0x5741, 'test'),
      );
      const tracks = element(
        0x1654ae6b,
        element(
          0xae,
          uint(0xd7, 1),
          uint(0x73c5, 1),
          uint(0x83, 1),
          text(0x86, 'V_VP8'),
          element(0xe0, uint(0xb0, width), uint(0xba, height)),
        ),
      );
      const cuesAt = (start: number) => {
        let offset = start;
        return element(
          0x1c53bb6b,
          ...clusters.map((cluster, second) => {
            const point = element(
              0xbb,
              uint(0xb3, second * 1000),
              element(0xb7, uint(0xf7, 1), uint(0xf1, offset, 4)),
            );
            offset += cluster.length;
            return point;
          }),
        );
      };
      const before = info.length + tracks.length;
      const cues = cuesAt(before + cuesAt(0).length);
      const head = element(
        0x1a45dfa3,
        uint(0x4286, 1),
        uint(0x42f7, 1),
        uint(0x42f2, 4),
        uint(0x42f3, 8),
        text(0x4282, 'webm'),
        uint(0x4287, 4),
        uint(0x4285, 2),
      );
      const film = bytes(head, element(0x18538067, info, tracks, cues, ...clusters));
      let binary = '';
      for (let at = 0; at < film.length; at += 8192)
        binary += String.fromCharCode(...film.subarray(at, at + 8192));
      return btoa(binary);
    },
    { length: seconds, rate: 10, width: 640, height: 360 },
  );
  return base64 === null ? null : { name, mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') };
}
