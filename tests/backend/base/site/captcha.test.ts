import { solveChallenge } from 'altcha-lib';
import type { Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, test } from 'vitest';
import { createProofOfWork } from '#backend/ports/proof-of-work.ts';
import { createRecaptcha } from '#backend/node/ports/recaptcha.ts';
import { contactMessages } from '#backend/db/schema/site.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { fakePorts } from '../../../setup/fake-ports.ts';
import { testBackend } from '../../../setup/backend.ts';
import { testPassword } from '../../../setup/test-app.ts';

const { clock, crypto } = fakePorts();
const captcha = createProofOfWork({ crypto, clock, secret: 'a secret for tests only' });
const { call, db, makeFan } = await testBackend({ ports: { clock, captcha } });

const home = '198.51.100.1';
let lastNetwork = 0;
const newNetwork = () => `203.0.113.${(lastNetwork += 1)}`;

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return JSON.stringify({ challenge, solution });
}
const exchange = (token: string, ip = home) => call('POST /re-captcha/verify', { body: { token }, ip });
async function passFor(challenge: unknown, ip = home): Promise<string> {
  const { data } = await exchange(await solved(challenge as Challenge), ip);
  return data.pass;
}
interface Try {
  readonly ip?: string;
  readonly pass?: string;
}
const guess = (credentials: string, { ip = home, pass }: Try = {}, password = 'not the password') =>
  call('POST /auth/login', {
    body: { credentials, password },
    ip,
    captchaPass: pass,
  });
type Asked = { captcha: { kind: string; challenge: Challenge } };
/** Guesses until the captcha is asked, and returns its challenge. */
async function challengeFor(name: string, ip = home): Promise<Challenge> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { status, problem } = await guess(name, { ip });
    if (status === 428) return (problem as unknown as Asked).captcha.challenge;
  }
  throw new Error('No captcha was asked.');
}

describe('a login', () => {
  test('asks after two failures, known name or not, and the right password needs it too', async () => {
    const fan = await makeFan();
    for (const name of [fan.username, 'nobody-here']) {
      const ip = newNetwork();
      const statuses = [];
      for (let tries = 0; tries < 4; tries += 1) statuses.push((await guess(name, { ip })).status);
      expect(statuses).toEqual([422, 422, 428, 428]);
    }
    const { status, problem } = await guess(fan.username, { ip: newNetwork() }, testPassword);
    expect([status, problem.code]).toEqual([428, 'captcha_required']);
    expect(problem).toMatchObject({ captcha: { kind: 'proof-of-work' } });
  });

  test('a solved captcha lets one guess through, up to the limit; what was asked isn’t counted', async () => {
    const fan = await makeFan();
    const challenge = await challengeFor(fan.username);
    const pass = await passFor(challenge);
    expect((await guess(fan.username, { pass })).status).toBe(422);
    expect((await guess(fan.username, { pass })).status).toBe(428);
    for (const expected of [422, 422, 429]) {
      const next = expected === 429 ? 'none' : await passFor(await challengeFor(fan.username));
      expect((await guess(fan.username, { pass: next })).status).toBe(expected);
    }
  });

  test('the right password with a pass logs in', async () => {
    const fan = await makeFan();
    const pass = await passFor(await challengeFor(fan.username));
    expect((await guess(fan.username, { pass }, testPassword)).status).toBe(200);
    // The failures are forgotten with it.
    expect((await guess(fan.username)).status).toBe(422);
  });
});

describe('an answer', () => {
  test('is exchanged once, also when sent twice at once', async () => {
    const fan = await makeFan();
    const answer = await solved(await challengeFor(fan.username));
    const statuses = (await Promise.all([exchange(answer), exchange(answer)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await exchange(answer)).problem.code).toBe('captcha_failed');
  });

  test('is refused when wrong, unsigned, made cheaper, or late', async () => {
    const fan = await makeFan();
    const challenge = await challengeFor(fan.username);
    const right = JSON.parse(await solved(challenge)) as {
      challenge: Challenge & { parameters: Record<string, unknown> };
      solution: { counter: number; derivedKey: string };
    };
    const { parameters } = right.challenge;
    const wrong = [
      'no json',
      '{}',
      JSON.stringify({ ...right, solution: { ...right.solution, derivedKey: '00'.repeat(32) } }),
      JSON.stringify({ ...right, challenge: { parameters } }),
      JSON.stringify({ ...right, challenge: { ...right.challenge, parameters: { ...parameters, cost: 1 } } }),
      JSON.stringify({
        ...right,
        challenge: { ...right.challenge, parameters: { ...parameters, data: { expiresAt: 4e12 } } },
      }),
    ];
    for (const token of wrong) expect((await exchange(token)).status).toBe(422);
    clock.move('11m');
    expect((await exchange(JSON.stringify(right))).status).toBe(422);
  });

  test('of another secret is refused', async () => {
    const other = createProofOfWork({ crypto, clock, secret: 'another secret' });
    const task = await other.task();
    const token = await solved((task as { challenge: Challenge }).challenge);
    expect((await exchange(token)).status).toBe(422);
  });
});

describe('a pass', () => {
  test('works once at once, only from the network that solved it, only unchanged, for five minutes', async () => {
    const fan = await makeFan();
    const once = await passFor(await challengeFor(fan.username));
    const both = await Promise.all([
      guess(fan.username, { pass: once }),
      guess(fan.username, { pass: once }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([422, 428]);

    const foreign = await passFor(await challengeFor(fan.username));
    expect((await guess(fan.username, { pass: foreign, ip: '192.0.2.77' })).status).toBe(428);
    const [id, time, signature] = foreign.split('.');
    for (const pass of [
      '../..',
      `x.${time}.${signature}`,
      `${id}.${Number(time) + 1}.${signature}`,
      `${id}.${time}.`,
    ])
      expect((await guess(fan.username, { pass })).status).toBe(428);
    clock.move('6m');
    expect((await guess(fan.username, { pass: foreign })).status).toBe(428);
  });
});

test('registrations of one network are asked from the sixth, and nothing is made without it', async () => {
  const ip = newNetwork();
  const join = (index: number, pass?: string) =>
    call('POST /auth/users/register', {
      body: {
        name: `Robot ${index}`,
        username: `robot-${index}`,
        email: `robot-${index}@example.com`,
        password: 'a fine long password 7',
      },
      ip,
      captchaPass: pass,
    });
  for (let index = 1; index <= 5; index += 1) expect((await join(index)).status).toBe(201);
  const asked = await join(6);
  expect(asked.status).toBe(428);
  const names = async () => (await db.select().from(accounts)).map(({ username }) => username);
  expect(await names()).not.toContain('robot-6');
  const pass = await passFor((asked.problem as unknown as Asked).captcha.challenge, ip);
  expect((await join(6, pass)).status).toBe(201);
});

test('a third message to the operator is asked for one', async () => {
  const ip = newNetwork();
  const write = () =>
    call('POST /contact', {
      body: { name: 'Ann', email: 'ann@example.com', subject: 'Hi', message: 'Something of some length.' },
      ip,
    });
  const statuses = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await write()).status);
  expect(statuses).toEqual([201, 201, 428]);
  expect(await db.select().from(contactMessages)).toHaveLength(2);
});

describe('reCAPTCHA', () => {
  const warnings: string[] = [];
  const asking = (reply: () => Response | Promise<Response>) => {
    const sent: string[] = [];
    const port = createRecaptcha({
      siteKey: 'site',
      secretKey: 'hidden',
      crypto,
      clock,
      log: { warn: (message) => void warnings.push(message) },
      send: async (_, init) => {
        sent.push(new URLSearchParams(init?.body as URLSearchParams).toString());
        return reply();
      },
    });
    return { port, sent };
  };
  const says = (verdict: object) => asking(() => Response.json(verdict)).port.check('token', home);

  test('sends the token, the secret and the address, and takes Google’s word', async () => {
    const { port, sent } = asking(() => Response.json({ success: true, score: 0.9 }));
    expect(await port.task()).toEqual({ kind: 'recaptcha', siteKey: 'site' });
    expect(await port.check('token', home)).toMatchObject({ id: crypto.sha256('token') });
    expect(sent).toEqual([`secret=hidden&response=token&remoteip=${home}`]);
    expect(await says({ success: true, score: 0.3 })).toBeNull();
    expect(await says({ success: false, 'error-codes': ['timeout-or-duplicate'] })).toBeNull();
  });

  test('a provider that is away, talks nonsense or refuses the key is said, and lets nobody through', async () => {
    const failing = [
      () => Promise.reject(new Error('no network')),
      () => new Response('<html>'),
      () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] }),
    ];
    for (const reply of failing)
      await expect(asking(reply).port.check('token', home)).rejects.toMatchObject({ status: 503 });
    expect(warnings).toHaveLength(3);
  });
});
