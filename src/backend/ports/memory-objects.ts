import type { ObjectStore } from './ports.ts';

export interface MemoryObjects extends ObjectStore {
  /** The keys stored now, so that tests can check what was deleted. */
  keys(): string[];
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

const toStream = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });

/** Keeps objects in memory, for tests and for the backend inside the browser. */
export function createMemoryObjects(): MemoryObjects {
  const held = new Map<string, { bytes: Uint8Array; mime: string }>();
  return {
    async put(key, body, mime) {
      const bytes = body instanceof Uint8Array ? body.slice() : await collect(body);
      held.set(key, { bytes, mime });
    },
    async get(key, range) {
      const object = held.get(key);
      if (!object) return null;
      const total = object.bytes.byteLength;
      const part = range
        ? object.bytes.subarray(Math.min(range.start, total), Math.min((range.end ?? total) + 1, total))
        : object.bytes;
      return { body: toStream(part), bytes: part.byteLength, total, mime: object.mime };
    },
    async copy(from, to, mime) {
      const object = held.get(from);
      if (object) held.set(to, { ...object, mime });
      return object !== undefined;
    },
    async remove(key) {
      held.delete(key);
    },
    keys: () => [...held.keys()],
  };
}
