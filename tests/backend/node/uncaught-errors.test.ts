import { once } from 'node:events';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { surviveErrors } from '#backend/node/process/uncaught-errors.ts';
import { fileOf, run } from '../../setup/child.ts';
import { quiet } from '../../setup/quiet.ts';

test('an unexpected error is logged; in a loop, only the first twenty a minute', () => {
  const logged: string[] = [];
  let moment = 0;
  const survive = surviveErrors({
    log: { ...quiet, error: (message) => void logged.push(message) },
    now: () => moment,
  });
  for (let times = 0; times < 50; times += 1) survive(new Error(`number ${times}`));
  expect([logged.length, logged.at(-1)]).toEqual([
    20,
    'Unexpected error. Continuing. Similar errors are hidden for a minute.',
  ]);
  moment = 61_000;
  survive(new Error('later'));
  expect(logged).toHaveLength(21);
});

test('an error in one request leaves the process and other requests unaffected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-unprepared-'));
  const file = join(folder, 'server.ts');
  await writeFile(
    file,
    `
    import { createServer } from 'node:http';
    import { EventEmitter } from 'node:events';
    import { surviveErrors } from ${JSON.stringify(fileOf('#backend/node/process/uncaught-errors.ts'))};
    const log = { info() {}, warn() {}, error: (message) => console.log('logged ' + message) };
    const survive = surviveErrors({ log });
    for (const kind of ['uncaughtException', 'unhandledRejection']) process.on(kind, survive);
    const server = createServer((request, response) => {
      if (request.url === '/throws') return void setImmediate(() => { throw new Error('nobody catches this'); });
      if (request.url === '/rejects') return void Promise.reject(new Error('nobody waits for this'));
      if (request.url === '/emits') return void setImmediate(() => new EventEmitter().emit('error', new Error('nobody listens to this')));
      setTimeout(() => response.end('fine'), 300);
    });
    server.listen(0, () => console.log('port ' + server.address().port));`,
  );
  const program = run(file);
  try {
    const port = /port (\d+)/.exec(await program.says(/port \d+\n/))?.[1];
    const others = Array.from({ length: 5 }, () =>
      fetch(`http://localhost:${port}/`).then((answer) => answer.text()),
    );
    for (const path of ['/throws', '/rejects', '/emits'])
      void fetch(`http://localhost:${port}${path}`).catch(() => null);
    expect(await Promise.all(others)).toEqual(['fine', 'fine', 'fine', 'fine', 'fine']);
    await program.says(/(logged[\s\S]*){3}/);
    expect(program.process.exitCode).toBeNull();
  } finally {
    program.process.kill('SIGKILL');
    await once(program.process, 'close');
    await rm(folder, { recursive: true, force: true });
  }
});
