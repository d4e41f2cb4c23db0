import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { earningDays } from '#backend/db/schema/earnings.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { ledgerAccounts, ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { setSetting } from '#backend/domain/across/operator/settings.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ctx, db, ok, call, ports, backend } = app;
const { addCard, newKey } = moneyIn(app);
const { makePost } = postsIn(app);
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };

/** Backup and restore work on whole installations: `tests/host/backup.test.ts`. */
const backups = {
  backUp: () => Promise.reject(new Error('none here')),
  read: () => Promise.reject(new Error('none here')),
  restore: () => Promise.reject(new Error('none here')),
};

/** Runs a command line; returns its output and error. */
async function run(...words: string[]): Promise<{ printed: string; failed: string | null }> {
  const printed: string[] = [];
  const program = await operatorProgram({
    asOperator: (work) => work(operator),
    backups,
    print: (line) => printed.push(line),
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => void printed.push(text), writeErr: () => {} });
  }
  const failed = await program.parseAsync(words, { from: 'user' }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  return { printed: printed.join('\n'), failed };
}
const json = async (...words: string[]) =>
  JSON.parse((await run('--json', ...words)).printed) as Record<string, unknown> & Record<string, unknown>[];
const audited = () =>
  db
    .select({
      actor: auditLog.actor,
      action: auditLog.action,
      subject: auditLog.subject,
      facts: auditLog.facts,
    })
    .from(auditLog);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  await db.delete(auditLog);
  fan = await app.makeFan();
  creator = await app.makeCreator({ name: 'Cleo' });
  await app.fund(fan.id, 1_000);
});

test('help names every command and its usage', async () => {
  const { printed } = await run('help');
  for (const word of [
    'performers',
    'mail',
    'settings',
    'ledger',
    'jobs',
    'refund',
    'npm run operator -- performers approve anna',
  ])
    expect(printed).toContain(word);
});

describe('performers', () => {
  test('are listed by state, approved and rejected, each time with an email and a log entry', async () => {
    const waiting = await app.makeCreator({ name: 'Wanda' }, { verified: 'pending' });
    expect((await json('performers', 'list', '--state', 'pending')).map((row) => row.username)).toEqual([
      waiting.username,
    ]);
    expect((await run('performers', 'list')).printed).toMatch(
      /^USERNAME +NAME +EMAIL +STATE +SINCE +SENT +UNTIL +REASON\n/,
    );
    expect(await run('performers', 'reject', waiting.username, '--reason', 'Blurred.')).toEqual({
      printed: `${waiting.username} is rejected.`,
      failed: null,
    });
    expect((await call('GET /performers/:id', { params: { id: waiting.username } })).status).toBe(404);
    expect(await run('performers', 'approve', waiting.username.toUpperCase())).toMatchObject({
      failed: null,
    });
    expect((await call('GET /performers/:id', { params: { id: waiting.username } })).status).toBe(200);
    expect(await audited()).toEqual([
      {
        actor: 'olga',
        action: 'performer.rejected',
        subject: waiting.id,
        facts: { username: waiting.username, before: 'pending', reason: 'Blurred.' },
      },
      {
        actor: 'olga',
        action: 'performer.approved',
        subject: waiting.id,
        facts: { username: waiting.username, before: 'rejected', reason: null },
      },
    ]);
    const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, waiting.email));
    expect(mails.map((mail) => mail.subject)).toEqual(['Your profile on Limelight', 'Welcome to Limelight']);
    expect(mails[0]?.text).toContain('Blurred.');
  });

  test.each([
    [['approve', 'nobody-here'], 'There is no creator with the username nobody-here.'],
    [['reject', 'nobody-here', '--reason', 'x'], 'There is no creator with the username nobody-here.'],
    [['reject', 'x'], "error: required option '--reason <text>' not specified"],
    [['reject', 'x', '--reason', '  '], expect.stringContaining('Enter a reason of 1 to 500 characters.')],
    [
      ['list', '--state', 'odd'],
      expect.stringContaining('Allowed choices are draft, pending, approved, rejected, expired.'),
    ],
  ])('%j fails with a message and changes nothing', async (words, message) => {
    expect((await run('performers', ...words)).failed).toEqual(message);
    expect(await audited()).toEqual([]);
  });

  test("a fan isn't a creator, and decisions are final", async () => {
    expect((await run('performers', 'approve', fan.username)).failed).toBe(
      `There is no creator with the username ${fan.username}.`,
    );
    expect((await run('performers', 'approve', creator.username)).failed).toBe(
      `${creator.username} is already approved.`,
    );
  });
});

describe('mail', () => {
  test('is listed and shown, whatever it contains', async () => {
    const moment = ports.clock.now();
    const id = ports.ids();
    await db.insert(emailOutbox).values({
      id,
      to: fan.email,
      subject: 'Hello\u001b[2J there',
      text: 'Line one\nLine \u001b[31mtwo',
      createdAt: new Date(moment.getTime() + 1),
    });
    const listed = (await run('mail')).printed;
    expect(listed).toContain(id);
    expect((await run('mail', 'list', '--waiting', '--limit', '1')).printed.split('\n')).toHaveLength(2);
    for (const which of [id, 'latest'])
      expect((await run('mail', 'show', which)).printed).toMatch(
        /^To: .*\nSubject: Hello\[2J there\n.*\nSent: not yet\n\nLine one\nLine \[31mtwo$/,
      );
    expect(listed).not.toContain('\u001b');
    expect(await json('mail', 'show', id)).toMatchObject({ id, subject: 'Hello\u001b[2J there' });
    for (const which of ['x', newKey()])
      expect((await run('mail', 'show', which)).failed).toBe(`There is no email ${which}.`);
  });

  test('is sent again as it was, once for each time it is asked for, and that is on record', async () => {
    const id = ports.ids();
    await db.insert(emailOutbox).values({
      id,
      to: fan.email,
      subject: 'Your order was shipped',
      text: 'It left today.',
      unsubscribeToken: 'a.order.b',
      sentAt: ports.clock.now(),
      createdAt: new Date(ports.clock.now().getTime() + 60_000),
    });
    const toFan = () => ports.mailer.sent.filter(({ subject }) => subject === 'Your order was shipped');
    await app.backend.runJobs();
    expect(toFan()).toEqual([]);
    expect((await run('mail', 'resend', id)).printed).toBe(
      `“Your order was shipped” goes to ${fan.email} again within a few seconds.`,
    );
    await app.backend.runJobs();
    await app.backend.runJobs();
    expect(toFan()).toEqual([
      expect.objectContaining({
        to: fan.email,
        text: 'It left today.',
        unsubscribeUrl: expect.stringContaining('token=a.order.b'),
      }),
    ]);
    const [row] = await db.select().from(emailOutbox).where(eq(emailOutbox.id, id));
    expect(row?.sentAt).toEqual(ports.clock.now());
    expect((await run('mail', 'resend', 'latest')).failed).toBeNull();
    await app.backend.runJobs();
    expect(toFan()).toHaveLength(2);
    const resent = and(eq(auditLog.action, 'mail.resent'), eq(auditLog.subject, id));
    expect(await db.select().from(auditLog).where(resent)).toHaveLength(2);
    for (const which of ['x', newKey()])
      expect((await run('mail', 'resend', which)).failed).toBe(`There is no email ${which}.`);
  });
});

describe('settings', () => {
  test('are shown with their defaults and changed within their limits', async () => {
    expect((await json('settings', 'get', 'tokenRate'))[0]).toEqual({
      key: 'tokenRate',
      value: 20,
      default: 20,
      unit: 'tokens for 1.00',
    });
    expect((await run('settings', 'set', 'minimumTipPrice', '15')).printed).toBe(
      'minimumTipPrice is now 15 (tokens).',
    );
    expect((await app.settings.all()).minimumTipPrice).toBe(15);
    await run('settings', 'set', 'siteName', 'Spot light');
    await run('settings', 'set', 'blockedCountries', '["DE"]');
    await run('settings', 'set', 'passwordHashing', 'true');
    await run('settings', 'set', 'requireEmailVerification', 'true');
    expect(await app.settings.all()).toMatchObject({
      siteName: 'Spot light',
      blockedCountries: ['DE'],
      passwordHashing: 'true',
      requireEmailVerification: true,
    });
    expect((await audited())[0]).toEqual({
      actor: 'olga',
      action: 'setting.changed',
      subject: 'minimumTipPrice',
      facts: { before: 10, after: 15 },
    });
    for (const [key, value] of [
      ['minimumTipPrice', '10'],
      ['siteName', 'Limelight'],
      ['blockedCountries', '[]'],
      ['passwordHashing', 'false'],
      ['requireEmailVerification', 'false'],
    ] as const)
      await run('settings', 'set', key, value);
  });

  test('every number has its unit', async () => {
    const numbers = (await json('settings', 'get')).filter(({ default: value }) => typeof value === 'number');
    expect([numbers.length > 15, numbers.filter(({ unit }) => unit === '')]).toEqual([true, []]);
  });

  test('the currency can be changed until there is money, and not after that', async () => {
    expect((await run('settings', 'set', 'currency', 'EUR')).failed).toBe(
      'The ledger already has entries, so the currency can’t be changed.',
    );
    expect(await run('settings', 'set', 'currency', 'USD')).toMatchObject({ failed: null });
    const without = {
      ...operator,
      db: { execute: () => Promise.resolve({ rows: [{ any: false }] }), insert: db.insert.bind(db) },
    } as unknown as OperatorCtx;
    for (const currency of ['EUR', 'USD'])
      expect((await setSetting(without, { key: 'currency', text: currency })).value).toBe(currency);
  });

  test.each([
    [['get', 'nope'], 'There is no setting called nope.'],
    [['set', 'nope', '1'], 'There is no setting called nope.'],
    [['set', 'tokenRate', '0'], expect.stringMatching(/^tokenRate: /)],
    [['set', 'tokenRate', 'many'], expect.stringMatching(/^tokenRate: /)],
    [['set', 'minimumTipPrice', '20000'], 'minimumTipPrice can’t be above maximumTipPrice.'],
  ])('%j is rejected', async (words, message) => {
    expect((await run('settings', ...words)).failed).toEqual(message);
    expect(await audited()).toEqual([]);
  });
});

describe('jobs', () => {
  const failedJob = async (dedupeKey: string | null = null) => {
    const id = ports.ids();
    await db.insert(jobs).values({
      id,
      kind: 'mail-send',
      payload: { mailId: newKey() },
      dedupeKey,
      runAt: ports.clock.now(),
      attempts: 10,
      lastError: 'Error: no',
      failedAt: ports.clock.now(),
      createdAt: ports.clock.now(),
    });
    return id;
  };

  test('that gave up are listed and run again', async () => {
    const id = await failedJob();
    expect((await json('jobs', 'list', '--state', 'failed')).map((row) => row.id)).toEqual([id]);
    expect((await run('jobs', 'retry', id)).failed).toBeNull();
    await backend.runJobs();
    expect((await run('jobs', 'list', '--state', 'failed')).printed).toBe('No jobs are waiting or failed.');
    expect((await run('jobs', 'retry', id)).failed).toBe(`Job ${id} is already done.`);
    expect(await audited()).toMatchObject([
      { action: 'job.retried', subject: id, facts: { kind: 'mail-send', attempts: 10 } },
    ]);
    for (const which of ['x', newKey()])
      expect((await run('jobs', 'retry', which)).failed).toBe(`There is no job ${which}.`);
  });

  test('that recur are shown only when they fail', async () => {
    await backend.runJobs();
    expect((await run('jobs', 'list')).printed).not.toMatch(/subscriptions-due|tidy/);
    await db.update(jobs).set({ lastError: 'Error: no disk' }).where(eq(jobs.kind, 'tidy'));
    expect(await json('jobs', 'list')).toContainEqual(
      expect.objectContaining({ kind: 'tidy', lastError: 'Error: no disk' }),
    );
  });

  test("with an equivalent already waiting aren't needed", async () => {
    const id = await failedJob('the-same');
    await db.insert(jobs).values({
      id: ports.ids(),
      kind: 'mail-send',
      payload: {},
      dedupeKey: 'the-same',
      runAt: new Date(ports.clock.now().getTime() + 60_000),
      createdAt: ports.clock.now(),
    });
    expect((await run('jobs', 'retry', id)).failed).toBe(
      'The same job is already waiting, so this one isn’t needed.',
    );
    await db.delete(jobs);
  });
});

describe('refunds', () => {
  const refund = (id: string) => run('refund', id, '--reason', 'Sorry.', '--yes');

  test('of an unlocked post return the tokens and lock it', async () => {
    const feedId = await makePost(creator.id, { price: 300, text: 'Glazes' });
    const { _id } = await ok('POST /wallet/charges/feed/:id', { token: fan.token, params: { id: feedId } });
    ports.transport.clear();
    expect(await refund(_id)).toEqual({ printed: 'Refunded: Post by Cleo: Glazes.', failed: null });
    expect([await balanceOf(ctx, 'wallet', fan.id), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
      1_000, 0,
    ]);
    expect((await db.select().from(purchases).where(eq(purchases.itemId, feedId)))[0]?.reversedAt).toEqual(
      ports.clock.now(),
    );
    expect(ports.transport.of('balance/updated', rooms.account(fan.id))).toMatchObject([
      { payload: { added: 300, balance: 1_000 } },
    ]);
    expect(
      await ok('GET /wallet/charges/search', { token: fan.token, query: { kind: 'refund' } }),
    ).toMatchObject({
      total: 1,
      data: [{ tokens: 300, balanceAfter: 1_000, description: 'Refund: Post by Cleo: Glazes (Sorry.)' }],
    });
    expect((await refund(_id)).failed).toBe('This payment was already refunded.');
    expect(
      (await call('POST /wallet/charges/feed/:id', { token: fan.token, params: { id: feedId } })).status,
    ).toBe(201);
    expect(await audited()).toMatchObject([{ action: 'payment.refunded', subject: _id }]);
    expect((await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email)))[0]?.text).toContain(
      'We refunded “Post by Cleo: Glazes”. Sorry.',
    );
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("of a subscription's last payment end it, and a job refunds the card", async () => {
    const cardId = await addCard(fan);
    const subscription = await ok('POST /payment/subscribe/performers', {
      token: fan.token,
      body: { performerId: creator.id, type: 'monthly', cardId },
    });
    const [payment] = (await ok('GET /payment/transactions/user/search', { token: fan.token })).data;
    expect((await refund(payment!._id)).failed).toBeNull();
    expect(
      (await db.select().from(subscriptions).where(eq(subscriptions.id, subscription._id)))[0]?.state,
    ).toBe('expired');
    expect((await db.select().from(jobs).where(eq(jobs.kind, 'payment-refund'))).length).toBe(1);
    await backend.runJobs();
    expect(await ok('GET /payment/transactions/user/search', { token: fan.token })).toMatchObject({
      total: 2,
      data: expect.arrayContaining([
        expect.objectContaining({ kind: 'refund', amount: -999, card: 'visa ·· 4242' }),
      ]),
    });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('of a top-up require its tokens', async () => {
    const cardId = await addCard(fan);
    const topUp = await ok('POST /payment/wallet/top-up', {
      token: fan.token,
      body: { amount: 500, cardId },
    });
    await ok('POST /wallet/charges/tip/:id', {
      token: fan.token,
      params: { id: creator.id },
      body: { amount: 1_050 },
    });
    expect((await refund(topUp._id)).failed).toBe(
      'The tokens of this top-up are spent: 50 of them are missing in the wallet.',
    );
    await app.fund(fan.id, 50);
    expect((await refund(topUp._id)).failed).toBeNull();
    expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(0);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("name what isn't possible", async () => {
    const [grant] = await db.select().from(ledgerTransactions).where(eq(ledgerTransactions.actorId, fan.id));
    expect((await refund(grant!.id)).failed).toBe('A grant can’t be refunded.');
    for (const id of ['x', newKey()])
      expect((await refund(id)).failed).toBe(`There is no transaction ${id}.`);
    expect((await run('refund', newKey(), '--reason', 'x')).failed).toMatch(
      /^Refund .*\? This can’t be undone\. Add --yes to confirm\.$/,
    );
  });

  test('are found by the person concerned', async () => {
    const { _id } = await ok('POST /wallet/charges/tip/:id', {
      token: fan.token,
      params: { id: creator.id },
      body: { amount: 10 },
    });
    for (const who of [fan, creator]) {
      expect(await json('ledger', 'list', '--of', who.username)).toMatchObject([
        {
          id: _id,
          description: 'Tip to Cleo',
          unit: 'token',
          currency: 'USD',
          paidBy: fan.username,
          earnedBy: creator.username,
          isRefunded: false,
        },
      ]);
    }
    await refund(_id);
    expect((await run('ledger', 'list', '--of', fan.username)).printed).toMatch(/ yes$/);
    expect((await run('ledger', 'list', '--of', 'nobody-here')).failed).toBe(
      'There is no user with the username nobody-here.',
    );
  });
});

test("the ledger check reports that all is well, or names what isn't and fails", async () => {
  expect((await run('ledger', 'check')).printed).toBe('Everything adds up.');
  expect(process.exitCode).toBeUndefined();
  const wallet = and(eq(ledgerAccounts.ownerId, fan.id), eq(ledgerAccounts.kind, 'wallet'));
  await db.update(ledgerAccounts).set({ balance: 7 }).where(wallet);
  expect(await json('ledger', 'check')).toEqual([
    { rule: 'I2', detail: expect.stringMatching(/^wallet .* says 7, its postings 1000$/) },
  ]);
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  await db.update(ledgerAccounts).set({ balance: 1_000 }).where(wallet);
});

test("past days that don't match the ledger are named by the check and summed again, which is logged", async () => {
  await ok('POST /wallet/charges/tip/:id', {
    token: fan.token,
    key: newKey(),
    params: { id: creator.id },
    body: { amount: 100 },
  });
  ports.clock.move('3d');
  await addUpDays(ctx);
  await db.update(earningDays).set({ net: 1 }).where(eq(earningDays.performerId, creator.id));
  expect(
    (await json('ledger', 'check')).map(({ detail }) =>
      String(detail).replace(/^(day|month) .* says/, '$1 says'),
    ),
  ).toEqual([
    'day says 1 of 1 rows, its rows 400 of 1',
    'day says 1 of 1 rows, its quarter hours 400 of 1',
    'month says 400 of 1 rows, its days 1 of 1',
  ]);
  process.exitCode = undefined;
  await db.delete(auditLog);
  expect(await run('ledger', 'rebuild')).toEqual({
    printed: 'Past daily earnings were recomputed.',
    failed: null,
  });
  expect([await json('ledger', 'check'), (await audited()).map(({ action }) => action)]).toEqual([
    [],
    ['earnings.added_up'],
  ]);
});
