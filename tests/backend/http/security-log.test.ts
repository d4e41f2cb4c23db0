import { beforeEach, expect, test } from 'vitest';
import type { Log } from '#backend/ports/ports.ts';
import { createLog } from '#backend/node/process/log.ts';
import { testBackend } from '../../setup/backend.ts';
import { testPassword } from '../../setup/test-app.ts';

const lines: string[] = [];
const log: Log = createLog((line) => lines.push(line));
const app = await testBackend({ ports: { log } });
beforeEach(() => void (lines.length = 0));
/** What follows the time. */
const said = () => lines.map((line) => line.replace(/^\S+ /, '').trim());

test('a login is logged by the ids of account and session', async () => {
  const fan = await app.makeFan();
  await app.ok('POST /auth/login', {
    body: { credentials: fan.email, password: testPassword, remember: false },
  });
  expect(said()).toEqual([
    expect.stringMatching(
      new RegExp(`^info a session was opened {"account":"${fan.id}","session":"[0-9a-f-]{36}"}$`),
    ),
  ]);
  expect(lines.join('')).not.toContain(fan.email);
});

test('a failed login is logged without the name and the password', async () => {
  const body = { credentials: 'somebody@limelight.test', password: 'not the password', remember: false };
  expect((await app.raw('POST /auth/login', { body })).status).toBe(422);
  expect(said()).toEqual([
    'info refused {"route":"POST /api/v1/auth/login","status":422,"code":"wrong_credentials"}',
  ]);
});

test('an attempt at what isn’t allowed is logged by its route', async () => {
  const fan = await app.makeFan();
  expect((await app.raw('POST /performer/feeds', { token: fan.token, body: {} })).status).toBe(403);
  expect(said()).toEqual([
    'info refused {"route":"POST /api/v1/performer/feeds","status":403,"code":"not_allowed"}',
  ]);
});

test('what people mistype isn’t', async () => {
  const fan = await app.makeFan();
  expect((await app.raw('POST /follows/:id', { token: fan.token, params: { id: 'nobody' } })).status).toBe(
    404,
  );
  expect((await app.raw('POST /auth/login', { body: {} })).status).toBe(422);
  expect((await app.raw('GET /users/me')).status).toBe(401);
  expect(lines).toEqual([]);
});
