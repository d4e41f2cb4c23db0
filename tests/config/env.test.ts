import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EnvError } from '#config/env-error.ts';
import { EnvSchema, readEnv } from '#config/env.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const explained = new Map(
  example.split('\n').flatMap((line, index, lines) => {
    const [name, ...value] = line.split('=');
    return /^[A-Z0-9_]+$/.test(name ?? '') && value.length > 0
      ? [[name ?? '', { value: value.join('='), comment: lines[index - 1] ?? '' }]]
      : [];
  }),
);

const sentence = (source: Record<string, string>) => {
  try {
    readEnv(source);
  } catch (error) {
    return error instanceof EnvError ? error.message : String(error);
  }
  return 'fine';
};

describe('.env.example', () => {
  test('names exactly the variables that are read', () =>
    expect([...explained.keys()].toSorted()).toEqual(Object.keys(EnvSchema.shape).toSorted()));
  test('describes each of them', () => {
    for (const [name, { comment }] of explained) expect(comment, name).toMatch(/^# \S.{15,}\.$/);
  });
  test('has the default values', () => {
    expect(readEnv(Object.fromEntries([...explained].map(([name, { value }]) => [name, value])))).toEqual(
      readEnv({}),
    );
  });
});

describe('readEnv', () => {
  test.each([
    ['40000-40099', { first: 40_000, last: 40_099 }],
    ['40000', { first: 40_000, last: 40_000 }],
    ['0', { first: 0, last: 0 }],
  ])('reads the ports %s', (LIVE_UDP_PORT, range) =>
    expect(readEnv({ LIVE_UDP_PORT }).LIVE_UDP_PORT).toEqual(range),
  );
  test('treats an empty value as unset, and ignores other names', () => {
    expect(readEnv({ PORT: '', HOME: '/root' })).toMatchObject({
      PORT: 3000,
      DATA_DIR: '.data',
      DEMO: true,
      ROLE: 'all',
      NEXT_PUBLIC_API_ENDPOINT: '/api/v1',
    });
  });
  test('keeps only the origin of the public address', () =>
    expect(readEnv({ PUBLIC_URL: 'https://example.com/', DEMO: '0' }).PUBLIC_URL).toBe(
      'https://example.com',
    ));
  describe('a demo', () => {
    const demoAt =
      (PUBLIC_URL: string, more: Record<string, string> = {}) =>
      () =>
        readEnv({ PUBLIC_URL, ...more });
    test.each([
      'https://example.com',
      'http://203.0.113.7:3000',
      'https://[2001:db8::1]',
      'https://demo.example.org',
    ])("doesn't start at %s unless it is meant to be public", (url) => {
      expect(demoAt(url)).toThrow(/demo accounts whose password everyone knows.*DEMO=0.*DEMO_PUBLIC=1/);
      expect(demoAt(url, { DEMO: '1' })).toThrow('DEMO_PUBLIC=1');
      expect(demoAt(url, { DEMO: '0' })().DEMO).toBe(false);
      expect(demoAt(url, { DEMO_PUBLIC: '1' })().DEMO).toBe(true);
    });
    test.each([
      'http://localhost:3000',
      'http://127.0.0.1:4000',
      'http://192.168.1.20:3000',
      'http://172.20.0.2',
      'http://[::1]:3000',
      'http://laptop:3000',
      'http://laptop.local',
      'https://limelight.test',
    ])('starts at %s', (url) => expect(demoAt(url)().DEMO).toBe(true));
  });
  test.each([
    [{ PORT: 'http' }, "The environment isn't right: PORT must be a port from 0 to 65535."],
    [
      { PORT: '70000', DEMO: 'yes' },
      "The environment isn't right: PORT must be a port from 0 to 65535; DEMO is 0 or 1.",
    ],
    [{ ROLE: 'worker' }, "The environment isn't right: ROLE must be all, web, api, jobs or live."],
    [
      { PUBLIC_URL: 'example.com' },
      "The environment isn't right: PUBLIC_URL must be an address like https://example.com.",
    ],
    [
      { PUBLIC_URL: 'https://example.com/shop' },
      "The environment isn't right: PUBLIC_URL must have no path: the site is served from the root.",
    ],
    [
      { DATABASE_URL: 'mysql://x/y' },
      "The environment isn't right: DATABASE_URL must be an address like postgres://user:password@host:5432/database.",
    ],
    [{ SECRET: 'short' }, "The environment isn't right: SECRET must have at least 32 characters."],
    [
      { SECRET_PREVIOUS: `${'x'.repeat(32)}, short` },
      "The environment isn't right: SECRET_PREVIOUS must have at least 32 characters each; separate several with commas.",
    ],
    [
      { DATABASE_LISTEN_URL: 'postgres://db/x' },
      'DATABASE_LISTEN_URL needs DATABASE_URL: it is a second way to the same database.',
    ],
    [{ ROLE: 'web' }, 'ROLE=web needs DATABASE_URL: the built-in database serves one process only.'],
    [
      { ROLE: 'jobs', DATABASE_URL: 'postgres://db/x' },
      'ROLE=jobs needs SECRET: every process has to sign with the same one.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: without it anyone could report a payment.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY: without it no one can enter a card.',
    ],
    [
      {
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode: one is for tests, the other for real money.',
    ],
    [
      {
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_API_URL: 'http://localhost:12111',
      },
      'fine',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_1, secret' },
      "The environment isn't right: STRIPE_WEBHOOK_SECRET must begin with whsec_; separate several with commas.",
    ],
    [{ LIVE: 'agora', AGORA_APP_ID: '0'.repeat(32) }, 'LIVE=agora needs AGORA_APP_ID and AGORA_CERTIFICATE.'],
    [
      { AGORA_CUSTOMER_ID: 'customer' },
      'AGORA_CUSTOMER_ID and AGORA_CUSTOMER_SECRET are a pair: set both or neither.',
    ],
    [
      { LIVE_TURN_URL: 'turn:a.example, turns:b.example' },
      'LIVE_TURN_URL and LIVE_TURN_SECRET belong together: set both or neither.',
    ],
    [
      { LIVE_TURN_URL: 'https://turn.example', LIVE_TURN_SECRET: 'shared' },
      "The environment isn't right: LIVE_TURN_URL must be an address like turn:turn.example.com:3478.",
    ],
    [
      { LIVE_UDP_PORT: '40000,40001' },
      "The environment isn't right: LIVE_UDP_PORT must be a port or a range of them like 40000-40099.",
    ],
    [
      { LIVE_UDP_PORT: '40099-40000' },
      "The environment isn't right: LIVE_UDP_PORT must go from a lower port to a higher one, up to 65535.",
    ],
    [
      { LIVE_UDP_PORT: '0-10' },
      "The environment isn't right: LIVE_UDP_PORT must be a port or a range of them like 40000-40099.",
    ],
    [
      { LIVE_STREAMS_PER_PROCESS: '0' },
      "The environment isn't right: LIVE_STREAMS_PER_PROCESS must be 1 or more.",
    ],
    [
      { SENTRY_AUTH_TOKEN: 'sntrys_1', SENTRY_ORG: 'us' },
      'SENTRY_AUTH_TOKEN needs SENTRY_ORG and SENTRY_PROJECT.',
    ],
    [
      { NEXT_PUBLIC_API_ENDPOINT: '//evil.example' },
      "The environment isn't right: NEXT_PUBLIC_API_ENDPOINT must be a path like /api/v1 or an address like https://api.example.com/api/v1.",
    ],
  ])('%j', (source, words) => expect(sentence(source as Record<string, string>)).toBe(words));
  test('accepts a PostgreSQL socket address', () =>
    expect(sentence({ DATABASE_URL: 'postgres://postgres@/x?host=%2Ftmp%2Fs' })).toBe('fine'));
});
