import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildahIn, buildImage, startedBy, whyNoImages } from '../setup/image.ts';
import { freePort } from '../setup/killing.ts';

/* `npm run test:deep` builds the image and starts it; tests/scripts/deployment.test.ts checks its files always. */
let folder = '';
afterAll(async () => {
  if (!folder) return;
  // buildah leaves its store mounted onto itself.
  spawnSync('umount', [join(folder, 'store', 'overlay')]);
  await rm(folder, { recursive: true, force: true });
});

test('the image builds, starts without root and without building, keeps its data, and stops', async (context) => {
  if (!process.env.DEEP) return context.skip('skipped: npm run test:deep builds the image');
  const why = whyNoImages();
  if (why) return context.skip(`skipped: ${why}`);
  folder = await mkdtemp(join(tmpdir(), 'limelight-image-'));
  const { buildah, inContainer } = buildahIn(folder);
  const image = buildImage(folder, buildah);
  const { Docker } = JSON.parse(buildah('inspect', '--type=image', image)) as {
    Docker: {
      config: { Cmd: string[]; User: string; Volumes: object; Healthcheck: { Test: [string, ...string[]] } };
    };
  };
  const { Cmd, User, Volumes, Healthcheck } = Docker.config;
  expect([User, Object.keys(Volumes)]).toEqual(['limelight', ['/data']]);
  const container = buildah('from', image);
  const env = { PORT: String(await freePort()), LIVE_UDP_PORT: '0', DEMO: '0' };
  const site = `http://127.0.0.1:${env.PORT}`;
  const ends = async (...command: string[]) =>
    (await once(inContainer(container, env, ...command), 'exit'))[0];

  const post = async (path: string, body: object) =>
    (
      await fetch(`${site}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;

  expect(await ends('sh', '-c', 'test "$(id -u)" != 0 && ! touch /app/src/x && touch /data/x')).toBe(0);
  for (const start of ['first', 'second']) {
    const server = inContainer(container, env, ...Cmd);
    let said = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk));
    await expect.poll(() => said, { timeout: 120_000 }).toMatch(/^ready /m);
    expect([start, said]).toEqual([start, expect.stringMatching(/^pages +in place$/m)]);
    expect((await fetch(site)).status).toBe(200);
    const person = { username: 'reader', password: 'correct horse battery' };
    if (start === 'first')
      await post('/auth/users/register', { name: 'Reader', email: 'r@example.com', ...person });
    expect(await post('/auth/login', { credentials: person.username, password: person.password })).toBe(200);
    const [, ...check] = Healthcheck.Test;
    expect(await ends(...check)).toBe(0);
    const ended = once(server, 'exit');
    // As `docker stop` does: to the program in the container.
    process.kill(startedBy(server.pid ?? 0), 'SIGTERM');
    await ended;
    expect(said).toContain('all data saved');
    expect(await ends(...check)).not.toBe(0);
  }
  // Built with one address of the API, started with another.
  const other = inContainer(container, { ...env, NEXT_PUBLIC_API_ENDPOINT: '/api/v2' }, ...Cmd);
  let complaint = '';
  other.stderr.on('data', (chunk) => (complaint += chunk));
  await once(other, 'exit');
  expect(complaint).toContain('build the image again');
}, 3_600_000);
