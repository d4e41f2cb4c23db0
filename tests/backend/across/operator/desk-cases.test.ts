import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { moderationCases, reports } from '#backend/db/schema/moderation.ts';
import { auditLog, operators } from '#backend/db/schema/operator.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { ReportTarget } from '#contract/across/reports.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';
import { newOperator } from '../../../setup/operators.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { backend, call, ok, db, ports, makeCreator, makeFan, fund, openSession } = app;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

const audited = (subject: string) =>
  db
    .select({ action: auditLog.action, actor: auditLog.actor, actorId: auditLog.actorId })
    .from(auditLog)
    .where(eq(auditLog.subject, subject));

describe('documents', () => {
  async function opened() {
    const [operator, creator] = [await newOperator(app), await makeCreator({}, { verified: 'pending' })];
    const form = new FormData();
    form.set('idFront', new File([png], 'id.png', { type: 'image/png' }));
    await ok('POST /performers/documents/upload', { token: creator.token, form });
    const { data } = await ok('POST /operator/creators/:id/documents', {
      token: operator.token,
      params: { id: creator.id },
      body: {},
    });
    return { operator, creator, url: data[0]!.url };
  }
  const fetched = (url: string, token: string | null) =>
    backend.fetch(
      new Request(`https://limelight.test${url}`, token ? { headers: { cookie: `token=${token}` } } : {}),
      { ip: '203.0.113.9' },
    );

  test('are shown to the operator who opened them, which the audit log notes', async () => {
    const { operator, creator, url } = await opened();
    const answer = await fetched(url, operator.token);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(await audited(creator.id)).toEqual([
      { action: 'performer.documents', actor: operator.username, actorId: operator.id },
    ]);
  });

  test('to nobody else, not with a changed address, and not for long', async () => {
    const { operator, creator, url } = await opened();
    const other = await newOperator(app);
    for (const token of [null, creator.token, other.token])
      expect((await fetched(url, token)).status).toBe(404);
    const changed = url.replace(/s=./, (part) => (part === 's=a' ? 's=b' : 's=a'));
    expect((await fetched(changed, operator.token)).status).toBe(404);
    ports.clock.move('6m');
    expect((await fetched(url, operator.token)).status).toBe(404);
  });

  test('not to somebody who is no operator anymore', async () => {
    const { operator, url } = await opened();
    await db.delete(operators).where(eq(operators.accountId, operator.id));
    expect((await fetched(url, operator.token)).status).toBe(404);
  });
});

test('a creator is approved or rejected once, and never by themselves', async () => {
  const { token, id: own } = await newOperator(app);
  const { id } = await makeCreator({}, { verified: 'pending' });
  const approve = (who: string) =>
    call('POST /operator/creators/:id/approve', { token, params: { id: who }, body: {} });
  expect((await approve(id)).status).toBe(200);
  expect((await approve(id)).status).toBe(409);
  expect((await approve(own)).status).toBe(409);
  expect((await approve(ports.ids())).status).toBe(404);
  const list = await ok('GET /operator/creators', { token, query: { state: 'approved', limit: 100 } });
  expect(list.data.map(({ _id }) => _id)).toContain(id);
});

test('a decision about what has changed meanwhile is refused, and an approval keeps the document’s end', async () => {
  const { token } = await newOperator(app);
  const { id } = await makeCreator({}, { verified: 'pending' });
  const seen = { verified: 'pending' as const, submittedAt: null };
  const decide = (how: 'approve' | 'reject', body: object) =>
    call(`POST /operator/creators/:id/${how}` as 'POST /operator/creators/:id/approve', {
      token,
      params: { id },
      body,
    });
  const past = await decide('approve', { seen, expiresOn: '2020-01-31' });
  expect([past.status, past.problem.errors?.[0]?.message]).toEqual([
    422,
    'The day the document expires has to be in the future.',
  ]);
  expect((await decide('approve', { seen, expiresOn: '2036-01-31' })).status).toBe(200);
  const late = await decide('reject', { seen, reason: 'Blurred.' });
  expect([late.status, late.problem.message]).toEqual([
    409,
    'This changed in the meantime. Look at it again before you decide.',
  ]);
  expect(await ok('GET /operator/creators/:id', { token, params: { id } })).toMatchObject({
    verified: 'approved',
    expiresAt: '2036-01-31T00:00:00.000Z',
  });
});

test('a note on an approval is for operators, a message is for the creator', async () => {
  const { token } = await newOperator(app);
  const { id, email, token: own } = await makeCreator({}, { verified: 'pending' });
  const body = { note: 'Checked with the register.', message: 'Please add a photo to your page.' };
  await ok('POST /operator/creators/:id/approve', { token, params: { id }, body });
  const [entry] = await db
    .select({ facts: auditLog.facts })
    .from(auditLog)
    .where(and(eq(auditLog.subject, id), eq(auditLog.action, 'performer.approved')));
  expect(entry?.facts).toMatchObject({ reason: body.note, message: body.message });
  const timeline = await ok('GET /operator/people/:id/timeline', { token, params: { id } });
  expect(timeline.data).toContainEqual(
    expect.objectContaining({ what: 'performer.approved', note: body.note }),
  );
  const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, email));
  expect(mails.map(({ text }) => text).join()).toContain(body.message);
  const seen = JSON.stringify([mails, await ok('GET /performers/me', { token: own })]);
  expect(seen).toContain(body.message);
  expect(seen).not.toContain(body.note);
});

test('a person has the figures that they see themselves, and keeps notes that only operators see', async () => {
  const { token } = await newOperator(app);
  const creator = await makeCreator();
  const { earn, makeBank, ask } = payoutsIn(app);
  await makeBank(creator);
  await earn(creator.id, 6_000);
  await fund(creator.id, 40);
  await postsIn(app).makePost(creator.id, { audience: 'public' }, []);
  const { _id: openPayoutId } = await ask(creator, 5_000);
  const params = { id: creator.id };
  const { figures } = await ok('GET /operator/people/:id', { token, params });
  const own = await ok('POST /payout-requests/calculate', { token: creator.token, body: {} });
  expect(figures).toEqual({
    wallet: { balance: 40, held: 0 },
    earnings: { available: own.available, onHold: own.onHold, setAside: own.setAside },
    works: { posts: 1, videos: 0, galleries: 0, products: 0, auctions: 0, streams: 0 },
    openPayoutId,
  });
  expect(figures.earnings!.setAside).toBe(5_000);
  await ok('POST /operator/people/:id/notes', { token, params, body: { note: 'Called about a parcel' } });
  const { data } = await ok('GET /operator/people/:id/timeline', { token, params });
  expect(data).toContainEqual(
    expect.objectContaining({ kind: 'operator', what: 'account.noted', note: 'Called about a parcel' }),
  );
});

test('the timeline has every report about what a person published or wrote', async () => {
  const { token } = await newOperator(app);
  const [person, reporter] = [await makeCreator(), await makeFan()];
  for (const targetType of ReportTarget.options) {
    const [caseId, moment] = [ports.ids(), ports.clock.now()];
    const about = {
      targetType,
      targetId: targetType === 'account' ? person.id : ports.ids(),
      category: 'spam',
      createdAt: moment,
      updatedAt: moment,
    } as const;
    await db.insert(moderationCases).values({ id: caseId, accountId: person.id, ...about });
    await db
      .insert(reports)
      .values({ id: ports.ids(), caseId, reporterId: reporter.id, snapshot: {}, ...about });
  }
  const timeline = async (id: string, kind: string) => {
    const { data } = await ok('GET /operator/people/:id/timeline', { token, params: { id } });
    return data.filter((event) => event.kind === kind).map(({ what }) => what);
  };
  const all = ReportTarget.options.map((type) => {
    const word = { feed: 'post', account: 'profile' }[type as string] ?? type;
    return `${word}, spam`;
  });
  expect((await timeline(person.id, 'reported')).sort()).toEqual([...all].sort());
  expect((await timeline(reporter.id, 'report')).sort()).toEqual([...all].sort());
  expect(await timeline(reporter.id, 'reported')).toEqual([]);
});

test('the list of creators is paged by key, longest waiting first', async () => {
  const { token } = await newOperator(app);
  const made: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    ports.clock.move('1m');
    made.push((await makeCreator({}, { verified: 'rejected' })).id);
  }
  const fresh = (await openSession((await newOperator(app)).id)).token;
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ok('GET /operator/creators', {
      token: fresh,
      query: { state: 'rejected', limit: 2, ...(cursor && { cursor }) },
    });
    expect(page.total).toBe(3);
    seen.push(...page.data.map(({ _id }) => _id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(made);
  expect(token).not.toBe(fresh);
});

test('bank details are opened only by the call that notes it', async () => {
  const { token } = await newOperator(app);
  const creator = await makeCreator();
  const { earn, makeBank, ask } = payoutsIn(app);
  await makeBank(creator);
  await earn(creator.id, 6_000);
  const { _id: id } = await ask(creator, 6_000);
  const shown = await call('GET /operator/payouts/:id', { token, params: { id } });
  expect(shown.text).not.toMatch(/DE\d{10}/);
  expect(await audited(id)).toEqual([]);
  const { details } = await ok('POST /operator/payouts/:id/details', { token, params: { id }, body: {} });
  expect(details).toContainEqual({ label: 'IBAN', value: expect.stringMatching(/^DE/) });
  expect(await audited(id)).toMatchObject([{ action: 'payout.shown' }]);
});

describe('search, a person and a payment', () => {
  async function bought() {
    const [fan, creator] = [await makeFan(), await makeCreator()];
    await fund(fan.id, 100);
    const post = await postsIn(app).makePost(creator.id, { audience: 'public', price: 20 }, []);
    await ok('POST /wallet/charges/feed/:id', {
      token: fan.token,
      params: { id: post },
      body: { expectedPrice: 20 },
    });
    const [row] = await db
      .select({ id: ledgerTransactions.id })
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.performerId, creator.id))
      .orderBy(desc(ledgerTransactions.createdAt));
    return { fan, creator, paymentId: row!.id };
  }

  test('people are found by part of their name, email or id; payments and files by id', async () => {
    const { token } = await newOperator(app);
    const { fan, creator, paymentId } = await bought();
    const find = (q: string) => ok('GET /operator/search', { token, query: { q } });
    for (const q of [fan.username, `@${fan.username.toUpperCase()}`, fan.email, fan.id])
      expect((await find(q)).people.map(({ _id }) => _id)).toContain(fan.id);
    expect((await find(paymentId)).payments).toMatchObject([
      { _id: paymentId, amount: 20, unit: 'token', paidBy: { _id: fan.id }, earnedBy: { _id: creator.id } },
    ]);
    const fileId = await postsIn(app).makeFile(creator.id);
    expect((await find(fileId)).files).toMatchObject([{ _id: fileId, owner: { _id: creator.id } }]);
    // A wildcard is a letter like any other.
    expect(await find('%')).toEqual({ people: [], payments: [], files: [], things: [] });
  });

  test('a card payment that failed says why, with the gateway’s code and reference, and leads to its person', async () => {
    const { token } = await newOperator(app);
    const fan = await makeFan();
    const { addCard, newKey } = moneyIn(app);
    const [pays, declines] = [await addCard(fan), await addCard(fan, 'declines')];
    const topUp = (cardId: string) =>
      call('POST /payment/wallet/top-up', {
        token: fan.token,
        key: newKey(),
        body: { cardId, amount: 1_000 },
      });
    expect((await topUp(declines)).status).toBe(402);
    expect((await topUp(pays)).status).toBe(201);
    const { data } = await ok('GET /operator/people/:id/timeline', { token, params: { id: fan.id } });
    const attempts = data.filter(({ kind }) => kind === 'attempt');
    const [row] = await db
      .select()
      .from(payments)
      .where(and(eq(payments.accountId, fan.id), eq(payments.state, 'declined')));
    expect(attempts).toMatchObject([{ what: 'top_up:declined', amount: 1_000, unit: 'money' }]);
    expect(attempts[0]!.note).toContain('Your card was declined');
    expect(attempts[0]!.note).toContain('generic_decline');
    expect(attempts[0]!.note).toContain(row!.gatewayRef ?? 'no reference');
    const found = await ok('GET /operator/search', { token, query: { q: row!.gatewayRef! } });
    expect(found.people.map(({ _id }) => _id)).toEqual([fan.id]);
    expect((await ok('GET /operator/search', { token, query: { q: row!.id } })).people).toHaveLength(1);
  });

  test('a refund needs a reason, happens once, and shows up in both timelines', async () => {
    const { token } = await newOperator(app);
    const { fan, creator, paymentId: id } = await bought();
    const refund = (reason: string) =>
      call('POST /operator/payments/:id/refund', { token, params: { id }, body: { reason } });
    expect((await refund(' ')).problem.errors).toEqual([{ field: 'reason', message: 'Enter a reason.' }]);
    const both = await Promise.all([refund('Twice'), refund('Twice')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await ok('GET /operator/payments/:id', { token, params: { id } })).toMatchObject({
      isRefunded: true,
    });
    const timeline = async (who: string) =>
      (await ok('GET /operator/people/:id/timeline', { token, params: { id: who } })).data;
    expect((await timeline(fan.id)).map(({ kind, amount }) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['registered', null],
        ['paid', -20],
        ['paid', 20],
      ]),
    );
    expect((await timeline(creator.id)).filter(({ kind }) => kind === 'earned')).toHaveLength(2);
  });

  test('a timeline is paged by key without gaps', async () => {
    const { token } = await newOperator(app);
    const { id } = await makeFan();
    for (let at = 0; at < 4; at += 1) {
      ports.clock.move('1s');
      await openSession(id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ok('GET /operator/people/:id/timeline', {
        token,
        params: { id },
        query: { limit: 2, ...(cursor && { cursor }) },
      });
      seen.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    // Joined, the first session, and four more.
    expect([seen.length, new Set(seen).size]).toEqual([6, 6]);
  });

  test('a suspension ends on its day, is lifted with a reason, and stands in the timeline with both', async () => {
    const operator = await newOperator(app);
    const { token } = operator;
    const { id } = await makeFan();
    const until = new Date(ports.clock.now().getTime() + 86_400_000).toISOString();
    const body = { reason: 'Insults', until };
    expect(await ok('POST /operator/people/:id/suspend', { token, params: { id }, body })).toMatchObject({
      state: 'suspended',
      suspension: { until, reason: 'Insults' },
    });
    expect(
      await ok('POST /operator/people/:id/restore', {
        token,
        params: { id },
        body: { reason: 'Appeal was right' },
      }),
    ).toMatchObject({ state: 'open', suspension: null });
    const { data } = await ok('GET /operator/people/:id/timeline', { token, params: { id } });
    expect(
      data.filter(({ kind }) => kind === 'operator').map(({ what, note, by }) => [what, note, by]),
    ).toEqual(
      expect.arrayContaining([
        ['moderation.lifted', 'Appeal was right', operator.username],
        ['moderation.suspend', 'Insults', operator.username],
      ]),
    );
  });
});
