/** What a recording says of itself, with nothing of it decoded. */
export interface RecordingHeader {
  /** Upright; null where there is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; null where it doesn't say. */
  readonly duration: number | null;
  /** It ends before what it announces: copied in part. */
  readonly cutShort: boolean;
  /**
   * Where it tells of itself in words: title, place, device. As positions in the file, first and after the
   * last.
   */
  readonly words: readonly (readonly [number, number])[];
}
export type Reading = (start: number, length: number) => Promise<Uint8Array>;
export type Reader = (read: Reading, bytes: number) => Promise<RecordingHeader | null>;

/** Of sound, and of what says nothing more. */
export const saying = (header: Partial<RecordingHeader>): RecordingHeader => ({
  width: null,
  height: null,
  duration: null,
  cutShort: false,
  words: [],
  ...header,
});
