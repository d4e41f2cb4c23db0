/** Where a call's large files are stored until it has been answered. */
export interface TemporaryFiles {
  /** Returns the object's key. Leaves nothing behind if the stream fails. */
  put(body: ReadableStream<Uint8Array>): Promise<string>;
  read(key: string): Promise<Uint8Array>;
  /** Deletes everything stored with `put`. */
  clear(): Promise<void>;
}

/**
 * A file from a multipart request. A small one is in memory, a large one in the object store until the call
 * has been answered.
 */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  /** The first few thousand bytes, enough to detect the format. */
  readonly head: Uint8Array;
  /** Its key in the object store, or null while it is in memory. */
  readonly key: string | null;
  bytes(): Promise<Uint8Array>;
}
