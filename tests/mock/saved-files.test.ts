import { expect, test } from 'vitest';
import { createFlush } from '#mock/saved-files.ts';

/** Files whose writes finish when the test says so. */
function slowFiles() {
  const writes: PromiseWithResolvers<void>[] = [];
  const write = () => {
    const entry = Promise.withResolvers<void>();
    writes.push(entry);
    return entry.promise;
  };
  return { files: { write }, client: { runExclusive: <T>(work: () => Promise<T>) => work() }, writes };
}
const soon = () => new Promise((resolve) => setTimeout(resolve));

test('callers during a write wait for the next one, and share it', async () => {
  const { files, client, writes } = slowFiles();
  const flush = createFlush(client, files);
  const done: string[] = [];
  const ask = (name: string) => flush().then(() => done.push(name));
  const first = ask('first');
  await soon();
  const others = [ask('second'), ask('third')];
  await soon();
  expect(writes).toHaveLength(1);
  writes[0]?.resolve();
  await first;
  await soon();
  expect([writes.length, done]).toEqual([2, ['first']]);
  writes[1]?.resolve();
  await Promise.all(others);
  expect(done).toEqual(['first', 'second', 'third']);
});

test('a failed write is reported, and the next one tries again', async () => {
  const { files, client, writes } = slowFiles();
  const flush = createFlush(client, files);
  const failing = flush();
  await soon();
  writes[0]?.reject(new Error('no room'));
  await expect(failing).rejects.toThrow('no room');
  const again = flush();
  await soon();
  writes[1]?.resolve();
  await again;
});
