import type { MediaFormat } from './media-format.ts';
import type { MediaSource } from './media-processor.ts';
import type { Reader, Reading, RecordingHeader } from './header.ts';
import { readIso } from './iso-header.ts';
import { readFlac, readMp3, readOgg, readWav } from './sound-header.ts';
import { readWebm } from './webm-header.ts';

const readers: Record<MediaFormat, Reader> = {
  mp4: readIso,
  mov: readIso,
  m4a: readIso,
  webm: readWebm,
  mp3: readMp3,
  wav: readWav,
  flac: readFlac,
  ogg: readOgg,
};

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

/**
 * Reads a media file's headers. Null when the file can't be valid: truncated in its headers, or garbage after
 * a valid start; and for formats that have no reader.
 */
export async function readHeader(source: MediaSource): Promise<RecordingHeader | null> {
  const { format } = source;
  if (format === null) return null;
  const read: Reading = async (start, length) =>
    start >= source.bytes || length <= 0
      ? new Uint8Array()
      : collect(await source.open({ start, end: Math.min(start + length, source.bytes) - 1 }));
  try {
    return await readers[format](read, source.bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
