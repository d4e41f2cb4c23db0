/** Where large files of a call wait while it is answered. */
export interface Aside {
  /** Answers the object's key. A stream that fails leaves nothing. */
  put(body: ReadableStream<Uint8Array>): Promise<string>;
  read(key: string): Promise<Uint8Array>;
  /** Removes what was put there. */
  clear(): Promise<void>;
}

/** For hosts whose streams can't be made of iterables yet. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 0 },
  );
}
