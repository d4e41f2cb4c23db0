import { z } from 'zod';
import { EnvError } from './env-error.ts';
import { portRange } from './port-range.ts';

/*
 * The environment, read once at startup. Every variable is explained in `.env.example`; a test keeps the two
 * in sync. Empty values count as unset. Variables that start with NEXT_PUBLIC_ are compiled into the
 * browser's bundles.
 */
const text = z.string().trim().min(1);
const flag = z.enum(['0', '1'], 'is 0 or 1').transform((value) => value === '1');
const port = z.coerce
  .number('must be a port from 0 to 65535')
  .int('must be a port from 0 to 65535')
  .min(0, 'must be a port from 0 to 65535')
  .max(65_535, 'must be a port from 0 to 65535');
const address = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` });
const withoutPath = z
  .string()
  .regex(/^[a-z]+:\/\/[^/?#]+\/?$/i, 'must have no path: the site is served from the root')
  .overwrite((url) => url.replace(/\/$/, ''));
const site = address(/^https?$/, 'https://example.com').pipe(withoutPath);

const agoraKey = /^[\da-f]{32}$/i;

export const EnvSchema = z.object({
  PORT: port.default(3000),
  HOST: text.optional(),
  PUBLIC_URL: site.optional(),
  DATA_DIR: text.default('.data'),
  DEMO: flag.default(true),
  DEMO_PUBLIC: flag.default(false),
  OPERATOR: flag.default(true),
  ROLE: z.enum(['all', 'web', 'api', 'jobs', 'live'], 'must be all, web, api, jobs or live').default('all'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_PREVIOUS: z
    .string()
    .transform((all) =>
      all
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters each; separate several with commas')))
    .default([]),
  // Not necessarily a URL in the strict sense: PostgreSQL accepts
  // `postgres://user@/database?host=/run/postgresql`.
  DATABASE_URL: text
    .regex(/^postgres(ql)?:\/\//, 'must be an address like postgres://user:password@host:5432/database')
    .optional(),
  DATABASE_LISTEN_URL: text
    .regex(/^postgres(ql)?:\/\//, 'must be an address like postgres://user:password@host:5432/database')
    .optional(),
  // Three connections stay outside the pool: for live events and jobs of other processes, and to watch the database.
  DATABASE_CONNECTIONS: z.coerce
    .number('must be the number of connections a process may open, 5 to 1000')
    .int('must be a whole number')
    .min(5, 'must be at least 5')
    .max(1_000, 'must be at most 1000')
    .default(20),
  REDIS_URL: address(/^rediss?$/, 'redis://host:6379').optional(),
  TRUSTED_PROXIES: z.coerce
    .number('must be the number of proxies in front of the server')
    .int()
    .min(0)
    .max(10)
    .default(0),
  METRICS_PORT: port.optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  DRAIN_SECONDS: z.coerce
    .number('must be the number of seconds to go on answering after being told to stop, 0 to 300')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(300, 'must be at most 300')
    .default(0),
  // An upper bound, because slow requests occupy connections.
  REQUEST_BODY_SECONDS: z.coerce
    .number('must be the number of seconds a request may take to arrive, 1 to 600')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(600, 'must be at most 600')
    .default(30),
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce
    .number('must be the number of connections one address may hold')
    .int('must be a whole number')
    .min(0, 'must be 0 (no limit) or more')
    .default(200),
  COUNTRY_HEADER: text
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .toLowerCase()
    .optional(),
  REGION_HEADER: text
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .toLowerCase()
    .optional(),
  VPN_HEADER: text
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .toLowerCase()
    .optional(),
  GEO_REGION_DB: text.optional(),
  VPN_RANGES: text.optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: text.default('Limelight <no-reply@localhost>'),
  VAPID_PUBLIC_KEY: text.regex(/^[A-Za-z0-9_-]{87}$/, 'must be a key of 87 base64url characters').optional(),
  VAPID_PRIVATE_KEY: text.regex(/^[A-Za-z0-9_-]{43}$/, 'must be a key of 43 base64url characters').optional(),
  PUSH_TEST_ORIGIN: address(/^https?$/, 'http://localhost:12112')
    .pipe(withoutPath)
    .optional(),
  LINK_TEST_ORIGIN: address(/^https?$/, 'http://localhost:12113')
    .pipe(withoutPath)
    .optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  TWITTER_CLIENT_ID: text.optional(),
  TWITTER_CLIENT_SECRET: text.optional(),
  RECAPTCHA_SITE_KEY: text.optional(),
  RECAPTCHA_SECRET_KEY: text.optional(),
  STRIPE_SECRET_KEY: text.regex(/^[sr]k_/, 'must begin with sk_ or rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: text.regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: text
    .regex(/^whsec_\w+(?:[,\s]+whsec_\w+)*$/, 'must begin with whsec_; separate several with commas')
    .optional(),
  STRIPE_API_URL: address(/^https?$/, 'http://localhost:12111')
    .pipe(withoutPath)
    .optional(),
  SECURITY_CONTACT: text
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'must be like mailto:security@example.com or https://…',
    )
    .optional(),
  CLOCK_OFFSET_FILE: text.optional(),
  FFMPEG_PATH: text.optional(),
  LIVE: z.enum(['relay', 'agora', 'off'], 'must be relay, agora or off').default('relay'),
  LIVE_UDP_PORT: portRange.default({ first: 40_000, last: 40_099 }),
  LIVE_STREAMS_PER_PROCESS: z.coerce
    .number('must be the number of streams that a process carries')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .optional(),
  LIVE_BIND: text.optional(),
  LIVE_PUBLIC_IP: text.regex(/^[\d.:a-fA-F]+$/, 'must be an IP address').optional(),
  LIVE_MAX_WEBRTC: z.coerce
    .number('must be the number of viewers who may watch directly')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .optional(),
  LIVE_HLS_DEVICES: z.coerce
    .number('must be the number of devices on which an account may watch a stream')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(20, 'must be 20 or less')
    .default(2),
  LIVE_TURN_URL: z
    .string()
    .transform((all) => all.split(/[,\s]+/).filter(Boolean))
    .pipe(z.array(z.string().regex(/^turns?:[^\s,]+$/, 'must be an address like turn:turn.example.com:3478')))
    .default([]),
  LIVE_TURN_SECRET: text.optional(),
  AGORA_APP_ID: text.regex(agoraKey, 'must have 32 hexadecimal digits').optional(),
  AGORA_CERTIFICATE: text.regex(agoraKey, 'must have 32 hexadecimal digits').optional(),
  AGORA_CUSTOMER_ID: text.optional(),
  AGORA_CUSTOMER_SECRET: text.optional(),
  // `{bucket}` marks where the host contains the bucket's name.
  S3_ENDPOINT: text
    .regex(/^https?:\/\/[A-Za-z0-9.:{}-]+\/?$/, 'must be an address like https://s3.example.com')
    .optional(),
  S3_BUCKET: text.regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'must be the name of a bucket').optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  NEXT_PUBLIC_API_ENDPOINT: z
    .union(
      [text.regex(/^\/[^/]/), address(/^https?$/, '')],
      'must be a path like /api/v1 or an address like https://api.example.com/api/v1',
    )
    .default('/api/v1'),
  NEXT_PUBLIC_SENTRY_DSN: address(/^https?$/, 'https://key@sentry.example.com/1').optional(),
  // Used by next.config.js at build time.
  SENTRY_AUTH_TOKEN: text.optional(),
  SENTRY_ORG: text.optional(),
  SENTRY_PROJECT: text.optional(),
  SENTRY_URL: address(/^https?$/, 'https://sentry.example.com').optional(),
});
export type Env = z.infer<typeof EnvSchema>;

/**
 * Reads and validates `source` (`process.env`).
 * @throws {EnvError} If a setting is invalid.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(
    Object.keys(EnvSchema.shape).flatMap((name) => (source[name]?.trim() ? [[name, source[name]]] : [])),
  );
  const parsed = EnvSchema.safeParse(set);
  if (!parsed.success)
    throw new EnvError(
      `The environment isn't right: ${parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join('; ')}.`,
    );
  const problem = contradiction(parsed.data);
  if (problem) throw new EnvError(problem);
  return parsed.data;
}

const lacksKeys = (env: Env): boolean => !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY;

function contradiction(env: Env): string | null {
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    return `ROLE=${env.ROLE} needs DATABASE_URL: the built-in database serves one process only.`;
  if (env.ROLE !== 'all' && !env.SECRET)
    return `ROLE=${env.ROLE} needs SECRET: every process has to sign with the same one.`;
  if (env.S3_ENDPOINT && lacksKeys(env))
    return 'S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  for (const contradictionIn of contradictions) {
    const problem = contradictionIn(env);
    if (problem) return problem;
  }
  return null;
}

/** Names and addresses that only this machine or its own network can reach. */
const isPrivateHost = (host: string): boolean =>
  host === 'localhost' ||
  /\.(localhost|local|lan|internal|home\.arpa|test|example|invalid)$/.test(host) ||
  (!host.includes('.') && !host.includes(':')) ||
  /^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\./.test(host) ||
  /^\[(::1|f[cd][\da-f]{2}:.*|fe80:.*)\]$/.test(host);

/** Everyone knows the password of the demo accounts, and demo creators need no documents. */
const demoContradiction = ({ DEMO, DEMO_PUBLIC, PUBLIC_URL }: Env): string | null =>
  DEMO && !DEMO_PUBLIC && PUBLIC_URL && !isPrivateHost(new URL(PUBLIC_URL).hostname)
    ? `DEMO=1 would open ${PUBLIC_URL} with demo accounts whose password everyone knows. For a real site set DEMO=0, for a public demo DEMO_PUBLIC=1.`
    : null;

const listenContradiction = (env: Env): string | null =>
  env.DATABASE_LISTEN_URL && !env.DATABASE_URL
    ? 'DATABASE_LISTEN_URL needs DATABASE_URL: it is a second way to the same database.'
    : null;

const sentryContradiction = (env: Env): string | null =>
  env.SENTRY_AUTH_TOKEN && !(env.SENTRY_ORG && env.SENTRY_PROJECT)
    ? 'SENTRY_AUTH_TOKEN needs SENTRY_ORG and SENTRY_PROJECT.'
    : null;

/** Keys of which one is useless without the other. */
const pairs = [
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['AGORA_CUSTOMER_ID', 'AGORA_CUSTOMER_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['TWITTER_CLIENT_ID', 'TWITTER_CLIENT_SECRET'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
] as const;

function pairContradiction(env: Env): string | null {
  const torn = pairs.find(([one, other]) => Boolean(env[one]) !== Boolean(env[other]));
  return torn ? `${torn.join(' and ')} are a pair: set both or neither.` : null;
}

function liveContradiction(env: Env): string | null {
  if (env.LIVE === 'agora' && !(env.AGORA_APP_ID && env.AGORA_CERTIFICATE))
    return 'LIVE=agora needs AGORA_APP_ID and AGORA_CERTIFICATE.';
  return env.LIVE_TURN_URL.length > 0 === Boolean(env.LIVE_TURN_SECRET)
    ? null
    : 'LIVE_TURN_URL and LIVE_TURN_SECRET belong together: set both or neither.';
}

const isTestKey = (key: string): boolean => /^[a-z]+_test_/.test(key);

function stripeContradiction({
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: publishable,
  STRIPE_WEBHOOK_SECRET: webhook,
}: Env): string | null {
  if (!secret) return null;
  if (!webhook)
    return 'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: without it anyone could report a payment.';
  if (!publishable)
    return 'STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY: without it no one can enter a card.';
  return isTestKey(secret) === isTestKey(publishable)
    ? null
    : 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode: one is for tests, the other for real money.';
}

const contradictions = [
  demoContradiction,
  listenContradiction,
  sentryContradiction,
  pairContradiction,
  liveContradiction,
  stripeContradiction,
];
