import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { wordMatcher } from '#backend/kernel/word-matching.ts';
import { formattedPieces } from '#lib/markup/markdown.ts';
import { shownPieces } from '#lib/markup/shown-pieces.ts';

/** 1,200 words, among them two that almost everything begins. */
const listed = [
  ...Array.from({ length: 1_198 }, (_, at) => `word${at.toString(36)}`),
  `${'a '.repeat(29)}b`,
  `${'aa '.repeat(19)}b`,
];

const readers = { formattedPieces, shownPieces, listedWords: wordMatcher(listed) };

interface Reading {
  readonly reader: keyof typeof readers;
  /** A text, as what it begins with and what is repeated to this number of characters. */
  readonly texts: readonly { readonly start?: string; readonly part: string }[];
  readonly length: number;
}

function read({ reader, texts, length }: Reading): void {
  for (const { start = '', part } of texts) {
    readers[reader](start + part.repeat(length / part.length));
    parentPort?.postMessage(part);
  }
}

/**
 * Has a thread read long texts, and throws with the part of the text on which it got stuck. On megabytes, work that
 * grows with the square of the length takes hours, and all other work a second or two, so that no test needs a clock.
 */
export async function readsToTheEnd(reading: Reading): Promise<void> {
  const thread = new Worker(new URL(import.meta.url), { workerData: reading });
  const read: string[] = [];
  const stuck = () => thread.terminate();
  let waiting = setTimeout(stuck, 60_000);
  thread.on('message', (part: string) => {
    read.push(part);
    clearTimeout(waiting);
    waiting = setTimeout(stuck, 60_000);
  });
  await new Promise<void>((resolve, reject) => {
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
  clearTimeout(waiting);
  const rest = reading.texts.slice(read.length).map(({ part }) => part);
  if (rest.length > 0) throw new Error(`${reading.reader} got stuck on ${JSON.stringify(rest[0])}.`);
}

if (!isMainThread && workerData && 'reader' in (workerData as object)) read(workerData as Reading);
