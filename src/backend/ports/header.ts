import type { DolbyVision } from './dolby-vision.ts';

/** What a media file's headers say, without decoding any of it. */
export interface RecordingHeader {
  /** After rotation. Null when there is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds; null when the headers don't say. */
  readonly duration: number | null;
  /** Absent for what has no such record. */
  readonly dolbyVision?: DolbyVision;
  /** Whether the file is shorter than its headers announce, as after an interrupted copy. */
  readonly cutShort: boolean;
  /**
   * Where it holds text metadata (title, location, device), as byte positions: the first one, and the one
   * after the last.
   */
  readonly words: readonly (readonly [number, number])[];
}
export type Reading = (start: number, length: number) => Promise<Uint8Array>;
export type Reader = (read: Reading, bytes: number) => Promise<RecordingHeader | null>;

/** A header with defaults, for audio and for files that state little. */
export const saying = (header: Partial<RecordingHeader>): RecordingHeader => ({
  width: null,
  height: null,
  duration: null,
  cutShort: false,
  words: [],
  ...header,
});
