import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileOf, run } from '../../../setup/child.ts';
import { testBackend } from '../../../setup/backend.ts';
import { clip } from '../../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-long-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const app = await testBackend();
app.ports.clock.set(new Date());
const wheel = await clip('wheel.mp4');
const megabyte = 1024 * 1024;
const megabytes = 300;

/** Peak memory of a process in bytes. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/**
 * A form with a video of the given number of megabytes: a short video followed by free space, as editors
 * produce.
 */
function longForm(boundary: string): ReadableStream<Uint8Array> {
  const text = (value: string) => new TextEncoder().encode(value);
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, megabytes * megabyte + 8);
  head.set(text('free'), 4);
  const pieces = [
    text(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="long.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    ),
    wheel,
    head,
    ...Array.from({ length: megabytes }, () => new Uint8Array(megabyte)),
    text(`\r\n--${boundary}--\r\n`),
  ];
  return new ReadableStream(
    {
      pull(controller) {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

test.skipIf(!existsSync('/proc/self/status'))(
  'a video of 300 MB passes through the server without being buffered',
  async () => {
    const creator = await app.makeCreator();
    const probe = createServer().listen(0);
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    const env = {
      ROLE: 'api',
      DATABASE_URL: app.url,
      SECRET: 'only for this test, but long enough',
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: '0',
    };
    const server = run(fileOf('#backend/node/main.ts'), { env });
    await server.says(/^ready /m);
    const send = async (
      path: string,
      init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
    ) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: creator.token, ...init.headers },
        duplex: 'half',
      } as RequestInit);
    await send('/api/v1/users/me', {});
    const before = peakOf(server.process.pid!);
    const answer = await send('/api/v1/performer/feeds/video/upload', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
      body: longForm('xyz') as BodyInit,
    });
    const reply = (await answer.json()) as { data: { _id: string; state: string; bytes: number } };
    expect([answer.status, reply.data.state]).toEqual([201, 'queued']);
    const kept = await stat(join(folder, 'objects', 'files', reply.data._id, 'original.mp4'));
    expect(kept.size).toBe(reply.data.bytes);
    expect(kept.size).toBe(wheel.length + 8 + megabytes * megabyte);
    expect(await readdir(join(folder, 'objects', 'temporary'))).toEqual([]);
    expect((peakOf(server.process.pid!) - before) / megabyte).toBeLessThan(150);
    server.process.kill('SIGTERM');
    await server.ended;
  },
  120_000,
);
