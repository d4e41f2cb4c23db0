import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, activeDays } from '#backend/db/schema/accounts.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { webhookEvents } from '#backend/db/schema/payment-outcomes.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { sumsBySource } from '#backend/domain/money/earnings/sums.ts';
import { siteFigures } from '#backend/domain/across/operator/figures.ts';
import { withoutTokens } from '#backend/domain/across/operator/mail.ts';
import { testBackend } from '../../../setup/backend.ts';
import { newOperator } from '../../../setup/operators.ts';

const app = await testBackend();
const { call, ok, ctx, db, ports, makeCreator, makeFan } = app;
const { token, username } = await newOperator(app);
const reason = 'The mail server is back.';
const audited = (subject: string) => db.select().from(auditLog).where(eq(auditLog.subject, subject));

async function writeMail(more: Partial<typeof emailOutbox.$inferInsert> = {}): Promise<string> {
  const id = ports.ids();
  await db.insert(emailOutbox).values({
    id,
    to: 'eve@example.com',
    subject: 'Hello',
    text: 'Hello',
    createdAt: ports.clock.now(),
    ...more,
  });
  return id;
}

describe('emails', () => {
  test('open without what would let an operator act for the recipient, and opening one is recorded', async () => {
    const text =
      'Set a new password:\n\nhttps://limelight.test/auth/reset-password?token=secret1\n\nOr http://limelight.test/a#token=secret2, see https://limelight.test/home.';
    const id = await writeMail({ text });
    const mail = await ok('GET /operator/mails/:id', { token, params: { id } });
    expect(mail.text).toBe(
      'Set a new password:\n\nhttps://limelight.test/auth/reset-password?…\n\nOr http://limelight.test/a?… see https://limelight.test/home.',
    );
    expect(await audited(id)).toMatchObject([{ action: 'mail.opened', actor: username }]);
  });

  test('none that the site writes keeps a token in its text', async () => {
    const person = await makeFan();
    await ok('POST /auth/users/forgot', { body: { email: person.email } });
    while ((await app.backend.runJobs()) > 0);
    const [mail] = await db.select().from(emailOutbox).where(eq(emailOutbox.to, person.email));
    const found = /token=([\w.-]{10,})/.exec(mail?.text ?? '');
    expect(found).not.toBeNull();
    expect(withoutTokens(mail?.text ?? '')).not.toContain(found?.[1]);
  });

  test('are found by recipient and state, and sent again with a reason', async () => {
    const moment = ports.clock.now();
    const [sent, waiting] = [
      await writeMail({ to: 'f@example.com', sentAt: moment }),
      await writeMail({ to: 'f@example.com' }),
    ];
    const of = async (query: Record<string, string>) =>
      (await ok('GET /operator/mails/search', { token, query })).data.map(({ _id }) => _id);
    expect(await of({ to: 'F@example.com' })).toEqual([waiting, sent]);
    expect(await of({ to: 'f@example.com', state: 'sent' })).toEqual([sent]);
    expect(await of({ to: 'f@example.com', state: 'waiting' })).toEqual([waiting]);
    expect(await of({ to: 'f@example.co' })).toEqual([]);
    await ok('POST /operator/mails/:id/resend', { token, params: { id: sent }, body: { reason } });
    expect(await of({ to: 'f@example.com', state: 'waiting' })).toEqual([waiting, sent]);
    expect(await audited(sent)).toMatchObject([{ action: 'mail.resent', facts: { reason } }]);
  });
});

describe('jobs and events', () => {
  test('a failed job is listed with its error, and runs again with a reason', async () => {
    const [id, moment] = [ports.ids(), ports.clock.now()];
    const mailId = await writeMail();
    await db.insert(jobs).values({
      id,
      kind: 'mail-send',
      payload: { mailId },
      runAt: moment,
      failedAt: moment,
      attempts: 8,
      lastError: 'no mail server',
      createdAt: moment,
    });
    const failed = () => ok('GET /operator/jobs/search', { token, query: { state: 'failed' } });
    expect((await failed()).data).toMatchObject([
      { _id: id, state: 'failed', attempts: 8, error: 'no mail server' },
    ]);
    expect((await ok('GET /operator/me', { token })).queues).toContainEqual({
      name: 'jobs',
      count: 1,
      oldestAt: moment.toISOString(),
    });
    const none = await call('POST /operator/jobs/:id/retry', {
      token,
      params: { id },
      body: { reason: ' ' },
    });
    expect([none.status, none.problem.errors?.[0]?.message]).toEqual([422, 'Enter a reason.']);
    await ok('POST /operator/jobs/:id/retry', { token, params: { id }, body: { reason } });
    expect(await failed()).toMatchObject({ data: [], total: 0 });
    expect(await audited(id)).toMatchObject([
      { action: 'job.retried', facts: { reason, lastError: 'no mail server' } },
    ]);
  });

  test('an event without a job counts as failed, and waits once it is tried again', async () => {
    const moment = ports.clock.now();
    const id = 'evt_1';
    const event = { id, gateway: 'sandbox', type: 'charge.refunded', payload: {}, happenedAt: moment };
    await db.insert(webhookEvents).values({ ...event, receivedAt: moment, error: 'unknown charge' });
    const of = async (state?: 'waiting' | 'failed' | 'applied') =>
      (await ok('GET /operator/events/search', { token, query: state ? { state } : {} })).data;
    expect(await of('failed')).toMatchObject([{ _id: id, state: 'failed', error: 'unknown charge' }]);
    expect((await ok('GET /operator/health', { token })).events).toMatchObject({ count: 0, failed: 1 });
    await ok('POST /operator/events/:id/retry', { token, params: { id }, body: { reason } });
    expect([await of('failed'), await of('applied')]).toEqual([[], []]);
    expect(await of()).toMatchObject([{ _id: id, state: 'waiting' }]);
    expect((await ok('GET /operator/health', { token })).events).toMatchObject({ count: 1, failed: 0 });
  });
});

test('health counts what is due, not what waits for its time', async () => {
  const [moment, later] = [ports.clock.now(), new Date(ports.clock.now().getTime() + 3_600_000)];
  const before = (await ok('GET /operator/health', { token })).jobs;
  const job = { kind: 'tidy', payload: {}, createdAt: moment };
  await db.insert(jobs).values([
    { ...job, id: ports.ids(), runAt: moment },
    { ...job, id: ports.ids(), runAt: later },
  ]);
  const health = await ok('GET /operator/health', { token });
  expect(health.jobs.count - before.count).toBe(1);
  expect(health.database.bytes).toBeGreaterThan(1_000_000);
  expect(health.database.connections).toBeGreaterThan(0);
  expect(health.database.maximumConnections).toBeGreaterThan(health.database.connections);
});

describe('figures', () => {
  const figures = () => siteFigures({ ...ctx, actor: 'olga', actorId: null }, 7);

  test('of a new site are none, and nothing is waited for', async () => {
    expect(await figures()).toMatchObject({ isAddingUp: false, total: { gross: 0 } });
  });

  test('are those of the rows: who joined, who was there, and what creators’ days add up to', async () => {
    const [fan, creator] = [await makeFan(), await makeCreator()];
    const day = ports.clock.now().toISOString().slice(0, 10);
    const joined = await db.$count(accounts);
    await app.fund(fan.id, 4_000);
    for (const amount of [100, 300])
      await ok('POST /wallet/charges/tip/:id', {
        token: fan.token,
        params: { id: creator.id },
        body: { amount },
        key: ports.ids(),
      });
    await db.delete(activeDays);
    await db.insert(activeDays).values([
      { day, shard: 1, accounts: 3 },
      { day, shard: 2, accounts: 4 },
    ]);
    ports.clock.move('1d');
    ports.clock.move('2h');
    await addUpDays(ctx);
    const { days, total, previous } = await figures();
    const sums = await sumsBySource(ctx, creator.id, {});
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toMatchObject({ day, active: 7, joined, gross: 2_000, commission: 400, refunds: 0 });
    expect(days.at(-1)?.gross).toBe(sums.reduce((sum, { gross }) => sum + gross, 0));
    expect(total).toMatchObject({ active: 7, joined, gross: 2_000 });
    expect(previous).toEqual({
      active: 0,
      joined: 0,
      performersJoined: 0,
      gross: 0,
      commission: 0,
      refunds: 0,
    });
    ports.clock.move('7d');
    await addUpDays(ctx);
    expect((await figures()).previous).toMatchObject({
      gross: 2_000,
      active: 7,
    });
  });

  test('after an upgrade that adds them up again say so until that is done', async () => {
    const before = await figures();
    expect(before).toMatchObject({ isAddingUp: false, previous: { gross: 2_000 } });
    await db.execute(sql`DELETE FROM earning_quarter_hours`);
    await db.execute(sql`DELETE FROM earning_days`);
    await db.execute(sql`DELETE FROM earning_months`);
    await db.execute(sql`DELETE FROM earning_day_tops`);
    await db.execute(sql`UPDATE earning_closing SET closed_until = DATE '1970-01-01'`);
    expect(await figures()).toMatchObject({ isAddingUp: true });
    // The other session has expired meanwhile.
    const later = await newOperator(app);
    const answer = await ok('GET /operator/figures', { token: later.token, query: { days: '7' } });
    expect(answer).toMatchObject({ isAddingUp: true });
    await addUpDays(ctx);
    expect(await figures()).toEqual({ ...before, accounts: before.accounts + 1 });
  });
});
