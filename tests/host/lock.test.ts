import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '#backend/node/database/lock.ts';
import { fileOf, run } from '../setup/child.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limelight-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that tries to take the lock, reports the outcome, and holds it. */
const holder = async () => {
  const program = join(folder, 'holder.ts');
  await writeFile(
    program,
    `import { lockFolder } from ${JSON.stringify(fileOf('#backend/node/database/lock.ts'))};
    try { await lockFolder(${JSON.stringify(folder)}); console.log('has it'); setInterval(() => {}, 1000); } catch (error) { console.log('refused: ' + error.message); }`,
  );
  return run(program);
};

test("is granted to one, refused to the next with the holder's process id, and released", async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another process (${process.pid}): stop that one first, or set another DATA_DIR.`,
  );
  await lock.release();
  await (await lockFolder(folder)).release();
  expect(await readdir(folder)).toEqual([]);
});

test("of a killed process is taken over; of a running one it isn't", async () => {
  const other = await holder();
  await other.says(/has it/);
  await expect(lockFolder(folder)).rejects.toThrow(String(other.process.pid));
  other.process.kill('SIGKILL');
  await other.ended;
  await (await lockFolder(folder)).release();
});

test('with a reused process id is stale', async () => {
  await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.pid, born: '1' }));
  await (await lockFolder(folder)).release();
});

test("that can't be parsed is stale", async () => {
  await writeFile(join(folder, 'lock'), 'half a l');
  await (await lockFolder(folder)).release();
});

test('goes to one of many that find it stale at once', async () => {
  await writeFile(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, born: '' }));
  const many = await Promise.all(Array.from({ length: 6 }, holder));
  await Promise.all(many.map((one) => one.says(/has it|refused/)));
  expect(many.filter((one) => one.stdout().includes('has it'))).toHaveLength(1);
  for (const one of many) one.process.kill('SIGKILL');
});
