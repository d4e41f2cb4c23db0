import type { MediaFormat } from './media-format.ts';

/** A processed image: renditions by width, and what the locked view may show. */
export interface ProcessedImage {
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  /** What was given moves. This is a still picture of it, because somebody waits and moving ones take long to make. */
  readonly isFrozen?: boolean;
  /**
   * The brightness of the whole picture, also of what `square` cuts off, squeezed into 32 by 32 pixels. It is
   * recognised by these (`kernel/picture-hash.ts`).
   */
  readonly luma: Uint8Array;
  readonly renditions: readonly {
    readonly name: string;
    readonly width: number;
    readonly height: number;
    readonly mime: string;
    readonly bytes: Uint8Array;
  }[];
}
export interface MediaProcessor {
  /**
   * Detects an image's format and checks its size by the header alone, for images stored unchanged. `isSlow`: it is an
   * animation that takes longer to convert than an upload should wait for.
   * @throws AppError 422 `unsupported_file` with the reason.
   */
  measure(bytes: Uint8Array): Promise<{ width: number; height: number; isSlow: boolean }>;
  /**
   * Detects, size-checks, rotates, strips metadata, and resizes to WebP. Returns one rendition named
   * `<width>.webp` for each of `widths` (never enlarged, so for a smaller image they are identical) and one
   * named `blur.webp`. `square` crops to a square first, which doesn't move. `isAwaited`: somebody waits for the result, so
   * an animation that `measure` calls slow becomes a still picture.
   * @throws AppError 422 `unsupported_file` with the reason.
   */
  image(
    bytes: Uint8Array,
    want: { widths: readonly number[]; square?: boolean; isAwaited?: boolean; signal?: AbortSignal },
  ): Promise<ProcessedImage>;
  /**
   * Makes renditions that play in every browser, and a poster.
   * @throws AppError 422 `unsupported_file` with the reason, or the abort reason of `signal`.
   */
  video(source: MediaSource, work: MediaTask): Promise<ProcessedMedia>;
  /** Like `video`, for audio, plus the waveform. */
  audio(source: MediaSource, work: MediaTask): Promise<ProcessedMedia>;
}

export interface MediaSource {
  /** By its first bytes; null when they are none that we know, which ffmpeg may. */
  readonly format: MediaFormat | null;
  readonly bytes: number;
  open(range?: { start: number; end?: number }): Promise<ReadableStream<Uint8Array>>;
}
/** One stored rendition of a file. `name` is the last segment of its key and URL. */
export interface SavedRendition {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  readonly bytes: number;
}
export interface MediaTask {
  /** Widths of the poster, in pixels. */
  readonly widths: readonly number[];
  /**
   * For a teaser: make only this part, in seconds, as one small rendition. Throws 422 where the host can't
   * cut.
   */
  readonly cut?: { readonly start: number; readonly seconds: number } | undefined;
  /** Refuse a recording that is longer; the general limit if absent. */
  readonly maxSeconds?: number | undefined;
  readonly signal: AbortSignal;
  /** From 0 to 100. May be called often. */
  progress(percent: number): void;
  keep(rendition: SavedRendition, body: Uint8Array | ReadableStream<Uint8Array>): Promise<void>;
}
export interface ProcessedMedia {
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds. */
  readonly duration: number | null;
  /** Values from 0 to 100, evenly spaced over the length. */
  readonly peaks: number[] | null;
  readonly poster: ProcessedImage | null;
  /** What was stored, best first. Empty: store the upload unchanged. */
  readonly renditions: readonly SavedRendition[];
  /** The upload is stored unchanged because no other sizes could be made. */
  readonly asUploaded: boolean;
}
