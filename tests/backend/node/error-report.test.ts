import type { IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createJobRunner } from '#backend/jobs/runner.ts';
import { enqueue } from '#backend/kernel/job-queue.ts';
import { maskedMessage, presentable } from '#backend/node/process/error-masking.ts';
import { reportingLog, startErrorReport } from '#backend/node/process/error-report.ts';
import { inRequest } from '#backend/node/process/request-id.ts';
import { surviveErrors } from '#backend/node/process/uncaught-errors.ts';
import { onRequestError } from '../../../instrumentation.ts';
import { testBackend } from '../../setup/backend.ts';
import { fileOf, run } from '../../setup/child.ts';
import { quiet } from '../../setup/quiet.ts';
import { serving } from '../../setup/serving.ts';

interface Value {
  type: string;
  value: string;
  stacktrace?: { frames: { filename: string; function?: string }[] };
}
interface Event {
  level: string;
  exception: { values: Value[] };
  tags: Record<string, string>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}

const secrets = {
  email: 'anna.private@limelight.test',
  name: 'Anna Privatperson',
  words: 'please keep this between the two of us',
  token: 'tok-3f9c2a77b1d84e0c95aa',
  card: '4242 4242 4242 4242',
  ip: '192.0.2.77',
  frame: 'at home (/with/us.ts:1:1)',
};

test('errors in calls, jobs, pages and anywhere else reach the service, without personal data', async () => {
  const received: string[] = [];
  const { server } = await serving(async (request, response) => {
    received.push(`${request.url}\n${JSON.stringify(request.headers)}\n${await bodyOf(request)}`);
    response.end('{}');
  });
  const { port } = server.address() as { port: number };
  let moment = 0;
  const report = startErrorReport(`http://publickey@localhost:${port}/7`, () => moment);
  const log = reportingLog(quiet, report);
  const app = await testBackend({ ports: { log } });

  await app.db.execute(sql`ALTER TABLE email_outbox RENAME TO mails_away`);
  const { email, name, words, token, card, ip, frame } = secrets;
  const contact = { name, email, subject: words, message: `${words}\n    ${frame}\n${card}` };
  const answer = await inRequest('request-1', () => app.raw('POST /contact', { body: contact, token, ip }));
  expect(answer.status).toBe(500);

  await enqueue(app.ctx, { kind: 'mail-send', payload: { mailId: app.ports.ids() } });
  const fails = async () => {
    throw new TypeError(`can’t write to <${email}>: Bearer ${token}`, { cause: { words } });
  };
  await createJobRunner(app.ctx, { kinds: { 'mail-send': fails }, recurring: {} }).runDue();

  globalThis.limelightPageFailed = (error, route) => report.send(error, 'A page failed.', { route });
  const request = { path: `/posts/x?token=${token}`, method: 'GET', headers: { cookie: `token=${token}` } };
  await onRequestError(new RangeError(`Unexpected "${words}"`), request, {
    routerKind: 'Pages Router',
    routePath: '/posts/[id]',
    routeType: 'render',
    revalidateReason: undefined,
  });
  globalThis.limelightPageFailed = undefined;

  const survive = surviveErrors({ log });
  survive(Object.assign(new Error(`token=${token}`), { user: { email }, code: 'ECONNRESET' }));
  survive(`thrown as it is: ${email}`);
  await report.flush();

  expect(received).toHaveLength(5);
  for (const [at, text] of received.entries()) {
    expect(text, `report ${at}`).toContain('/api/7/envelope/');
    // Half a card's number, because a quarter of it can be a part of some id.
    for (const secret of [...Object.values(secrets), 'Privatperson', '4242 4242', '42424242'])
      expect(text, `report ${at}`).not.toContain(secret);
  }
  const events = received.map((text) => JSON.parse(text.trim().split('\n').at(-1) ?? '') as Event);
  const about = ({ tags, exception }: Event) => ({
    ...tags,
    types: exception.values.map(({ type }) => type),
  });
  // They are sent concurrently.
  const order = ['request failed', 'job failed, will be tried again', 'A page failed.'];
  const placeOf = ({ tags }: Event) => {
    const at = order.indexOf(String(tags['doing']));
    return at === -1 ? order.length + (tags['code'] ? 0 : 1) : at;
  };
  events.sort((a, b) => placeOf(a) - placeOf(b));
  expect(events.map(about)).toMatchObject([
    { doing: 'request failed', route: 'POST /api/v1/contact', sqlState: '42P01', request: 'request-1' },
    { doing: 'job failed, will be tried again', kind: 'mail-send', types: ['TypeError'] },
    { doing: 'A page failed.', route: '/posts/[id]', types: ['RangeError'] },
    { code: 'ECONNRESET', types: ['Error'] },
    { types: ['Error'] },
  ]);
  expect(JSON.stringify(events[0])).toContain('insert into');
  for (const event of events) {
    expect(event).toMatchObject({ level: 'error' });
    expect(
      Object.keys(event).filter((key) => /request|user|breadcrumbs|extra|server_name/.test(key)),
    ).toEqual([]);
  }
  expect(JSON.stringify(events[1]!.exception.values.at(-1)!.stacktrace)).toContain('error-report.test.ts');

  for (let times = 0; times < 40; times += 1) log.error('again and again', { error: new Error('again') });
  await report.flush();
  expect(received).toHaveLength(20);
  moment = 61_000;
  log.error('a minute later');
  await report.flush();
  expect(received).toHaveLength(21);
});

test.each([
  ['duplicate key value violates unique constraint "accounts_email_key"', undefined],
  ["Cannot read properties of undefined (reading 'close')", undefined],
  ['Cannot read “my diary”', 'Cannot read "[hidden]"'],
  [
    'insert into "mails" values ($1)\nparams: a@b.example,hello',
    'insert into "[hidden]" values ($1)\nparams: [hidden]',
  ],
  [
    `Unexpected token 'h', "hello you" is not valid JSON`,
    'Unexpected token "[hidden]", "[hidden]" is not valid JSON',
  ],
  ['connect ECONNREFUSED 10.1.2.3:5432', 'connect ECONNREFUSED [hidden]:5432'],
  [
    'GET https://me:pw@s3.example/bucket/anna.jpg?X-Amz-Signature=ab failed',
    'GET https://s3.example/[hidden] failed',
  ],
  ['mail to Anna <anna@example.com> failed', 'mail to Anna <[hidden]> failed'],
  ['call +49 171 2345678', 'call +[hidden]'],
])('%s', (message, masked = message) => expect(maskedMessage(message)).toBe(masked));

test('causes are reported up to a depth, and a circular one ends', () => {
  const error = new Error('outer');
  error.cause = error;
  let depth = 0;
  for (let at: unknown = presentable(error); at instanceof Error; at = at.cause) depth += 1;
  expect(depth).toBe(6);
});

test('without a DSN none of the SDK is loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-report-'));
  const file = join(folder, 'starts.ts');
  await writeFile(
    file,
    `
    import { createRequire } from 'node:module';
    import { startErrorReport } from ${JSON.stringify(fileOf('#backend/node/process/error-report.ts'))};
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('@sentry')).length > 0;
    startErrorReport(undefined).send(new Error('nobody hears this'), 'test');
    console.log('without ' + loaded());
    startErrorReport('http://key@localhost:9/1');
    console.log('with ' + loaded());`,
  );
  try {
    const program = run(file);
    expect(await program.ended).toBe(0);
    expect(program.stdout()).toBe('without false\nwith true\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
