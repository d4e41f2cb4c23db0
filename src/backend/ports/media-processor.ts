import type { MediaFormat } from './media-format.ts';

/** A picture as processed: renditions by width, and what the locked view may show. */
export interface ProcessedImage {
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
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
   * Sniffs and bounds a picture by its header alone, for what is kept as it came. Throws AppError 422
   * `unsupported_file` with the reason.
   */
  measure(bytes: Uint8Array): Promise<{ width: number; height: number }>;
  /**
   * Sniffs, bounds, rotates, strips and resizes to WebP. Answers one rendition called `<width>.webp` for each
   * of `widths` (never enlarged: of a smaller picture they are alike) and one called `blur.webp`; `square`
   * crops to a square first. Throws AppError 422 `unsupported_file` with the reason.
   */
  image(bytes: Uint8Array, want: { widths: readonly number[]; square?: boolean }): Promise<ProcessedImage>;
  /**
   * Makes renditions that play everywhere, and a poster. Throws AppError 422 `unsupported_file` with the
   * reason, or what `signal` was aborted with.
   */
  video(source: MediaSource, work: MediaTask): Promise<ProcessedMedia>;
  /** The same for sound, with its waveform. */
  audio(source: MediaSource, work: MediaTask): Promise<ProcessedMedia>;
}

/** A recording as it was uploaded. */
export interface MediaSource {
  readonly format: MediaFormat;
  readonly bytes: number;
  open(range?: { start: number; end?: number }): Promise<ReadableStream<Uint8Array>>;
}
/** One thing kept of a file; `name` is the last part of its key and address. */
export interface SavedRendition {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  readonly bytes: number;
}
export interface MediaTask {
  /** Widths of the poster. */
  readonly widths: readonly number[];
  /** Only this part, in seconds, as one small rendition: a teaser. Throws 422 where the host can't cut. */
  readonly cut?: { readonly start: number; readonly seconds: number } | undefined;
  readonly signal: AbortSignal;
  /** 0 to 100; may be called often. */
  progress(percent: number): void;
  keep(rendition: SavedRendition, body: Uint8Array | ReadableStream<Uint8Array>): Promise<void>;
}
export interface ProcessedMedia {
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  /** 0 to 100, evenly over the length. */
  readonly peaks: number[] | null;
  readonly poster: ProcessedImage | null;
  /** What was kept, best first. Empty: what was uploaded is to be kept as it is. */
  readonly renditions: readonly SavedRendition[];
  /** Nothing here could make other sizes of it. */
  readonly asUploaded: boolean;
}
