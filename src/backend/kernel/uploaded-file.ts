/** Where the large files of a call are kept until it is answered. */
export interface TemporaryFiles {
  /** Answers the object's key. A stream that fails leaves nothing. */
  put(body: ReadableStream<Uint8Array>): Promise<string>;
  read(key: string): Promise<Uint8Array>;
  /** Removes what was put there. */
  clear(): Promise<void>;
}

/**
 * A file as it came in a multipart request: a small one in memory, a large one kept in the object store until
 * the call is answered.
 */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  /** The first few thousand bytes, which tell its format. */
  readonly head: Uint8Array;
  /** Its key in the object store; null while it is in memory. */
  readonly key: string | null;
  bytes(): Promise<Uint8Array>;
}
