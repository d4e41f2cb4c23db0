import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { comments } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { moderationDecisions } from '#backend/db/schema/moderation.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { decideAppeal } from '#backend/domain/across/moderation/appeals.ts';
import {
  confirmDecision,
  decide,
  liftDecision,
  withdrawDecision,
} from '#backend/domain/across/moderation/deciding.ts';
import { listCases, showCase } from '#backend/domain/across/moderation/queue.ts';
import { loadStatements, loadTransparency } from '#backend/domain/across/moderation/transparency.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { testBackend } from '../../../setup/backend.ts';
import { auctionsIn, heldOf } from '../../../setup/auctions.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import { type Person, testPassword } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ctx, ports, settings, makeCreator, makeFan } = app;
const { makePost, makeFile } = postsIn(app);
const { olga, oscar, atDesk, report, caseOf, draft, decideOn, linkTo, decisionById } = moderationIn(app);
const { makeAuction } = auctionsIn(app);
const talk = talkOf(app);

const inDays = (days: number) => new Date(ports.clock.now().getTime() + days * 86_400_000);
const readPost = (from: Person | null, id: string) =>
  call('GET /user/feeds/:id', { token: from?.token ?? null, params: { id } });
const logIn = ({ username }: Person) =>
  call('POST /auth/login', { body: { credentials: username, password: testPassword } });
const appealTo = (id: string, body: { text: string; token?: string }, from?: Person) =>
  call('POST /decisions/:id/appeal', { token: from?.token ?? null, params: { id }, body });
const postsCounted = async ({ id }: Person) =>
  (await db.select({ feeds: performers.feeds }).from(performers).where(eq(performers.accountId, id)))[0]
    ?.feeds;

beforeEach(() => ports.clock.move('1m'));

describe('hiding', () => {
  test('a post: only its creator sees it, can’t publish it, and is told why; lifting brings it back', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makePost(creator.id, { text: 'Two days in Lisbon' });
    await db.update(performers).set({ feeds: 5 }).where(eq(performers.accountId, creator.id));
    const decision = await decideOn(fan, ['feed', id], draft('hide', { facts: 'It promises prizes.' }));
    expect([(await readPost(fan, id)).status, (await readPost(creator, id)).status]).toEqual([404, 200]);
    expect(await postsCounted(creator)).toBe(4);
    const again = await call('PUT /performer/feeds/:id', {
      token: creator.token,
      params: { id },
      body: { state: 'published' },
    });
    expect([again.status, again.problem.message]).toEqual([
      409,
      'This was taken down by the site’s operator, so you can’t publish it. You can appeal the decision.',
    ]);
    const on = await ok('GET /decisions/on/:type/:id', {
      token: creator.token,
      params: { type: 'feed', id },
    });
    expect(on.decision).toMatchObject({
      action: 'hide',
      about: 'Two days in Lisbon',
      ground: 'terms',
      rule: 'Rule 7',
      facts: 'It promises prizes.',
      reported: true,
      automated: false,
      appeal: null,
    });
    const { text } = await linkTo(creator);
    expect(text).toContain('Your post “Two days in Lisbon” is hidden. Only you can see it.');
    expect(text).toContain('It promises prizes.');
    expect(text).toContain('Rule 7');
    expect(text).not.toContain(fan.username);

    await liftDecision(oscar, decision.id, 'A mistake.');
    expect((await readPost(fan, id)).status).toBe(200);
    expect(await postsCounted(creator)).toBe(5);
    await expect(liftDecision(oscar, decision.id, 'Again.')).rejects.toThrow('isn’t in force');
    expect(
      (await ok('GET /decisions/on/:type/:id', { token: creator.token, params: { type: 'feed', id } }))
        .decision,
    ).toBeNull();
  });

  test('what is hidden can still be removed; lifting that brings it back as it was at first', async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const id = await makePost(creator.id);
    const hidden = await decideOn(fan, ['feed', id], draft('hide'));
    await expect(decide(olga, (await caseOf(id)).id, draft('hide', { seen: 1 }))).rejects.toThrow('already');
    const removed = await decide(olga, (await caseOf(id)).id, draft('remove', { seen: 1 }));
    expect((await decisionById(hidden.id))?.state).toBe('lifted');
    expect((await call('GET /performer/feeds/:id', { token: creator.token, params: { id } })).status).toBe(
      404,
    );
    await liftDecision(oscar, removed.id, 'A mistake.');
    expect((await readPost(other, id)).status).toBe(200);
  });

  test('nobody can publish its files again', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const file = await makeFile(creator.id);
    await decideOn(fan, ['feed', await makePost(creator.id, { type: 'photo' }, [file])], draft('remove'));
    const { status, problem } = await call('POST /performer/feeds', {
      token: creator.token,
      body: { type: 'photo', text: 'Again', fileIds: [file], audience: 'public', state: 'published' },
    });
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'fileIds']);
  });
});

describe('removing', () => {
  test('a sold post: its buyers keep it, nobody else sees it', async () => {
    const [creator, buyer, fan] = [await makeCreator(), await makeFan(), await makeFan()];
    const file = await makeFile(creator.id);
    const id = await makePost(creator.id, { price: 50 }, [file]);
    await app.fund(buyer.id, 100);
    await ok('POST /wallet/charges/feed/:id', {
      token: buyer.token,
      params: { id },
      body: {},
      key: ports.ids(),
    });
    await decideOn(fan, ['feed', id], draft('remove'));
    expect([(await readPost(buyer, id)).status, (await readPost(fan, id)).status]).toEqual([200, 404]);
  });

  test('a comment and a message: their text is gone, and back after the appeal', async () => {
    const { fan, creator, id: conversation } = await talk.pair();
    await talk.send(fan, conversation, 'Hi');
    const message = await talk.send(creator, conversation, 'Pay me elsewhere');
    const post = await makePost(creator.id);
    await ok('POST /comments', {
      token: fan.token,
      body: { objectType: 'feed', objectId: post, text: 'Rude' },
    });
    const [written] = await db.select().from(comments).where(eq(comments.objectId, post));
    const decisions = [
      await decideOn(fan, ['message', message._id], draft('remove')),
      await decideOn(creator, ['comment', written!.id], draft('remove')),
    ];
    const seen = async () => [
      (await ok('GET /messages/:id', { token: fan.token, params: { id: message._id } })).text,
      (await ok('GET /comments', { query: { objectType: 'feed', objectId: post } })).data[0]?.text,
    ];
    expect(await seen()).toEqual(['', undefined]);
    for (const { id } of decisions) await liftDecision(oscar, id, 'A mistake.');
    expect(await seen()).toEqual(['Pay me elsewhere', 'Rude']);
    const [row] = await db.select({ comments: feeds.comments }).from(feeds).where(eq(feeds.id, post));
    expect(row?.comments).toBe(1);
  });

  test('a running auction: bids are returned, and the books balance', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makeAuction(creator);
    await app.fund(fan.id, 100);
    await ok('POST /aution-item', {
      token: fan.token,
      body: { auctionId: id, amount: 40 },
      key: ports.ids(),
    });
    expect(await heldOf(db, fan.id)).toBe(40);
    await decideOn(fan, ['auction', id], draft('remove'));
    expect(await heldOf(db, fan.id)).toBe(0);
    expect((await call('GET /autions/:id/view', { token: fan.token, params: { id } })).status).toBe(404);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

describe('suspending', () => {
  test('the login refusal opens the decision and its appeal; a reversal opens the account', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const decision = await decideOn(fan, ['account', creator.id], draft('suspend', { until: inDays(7) }));
    const refused = await logIn(creator);
    expect(refused.status).toBe(403);
    const path = new URL(String(refused.problem['decision']), 'https://limelight.test');
    const [, id = ''] = /\/user\/decisions\/(.+)$/.exec(path.pathname) ?? [];
    const token = path.searchParams.get('token') ?? '';
    expect(await linkTo(creator)).toMatchObject({ id, token });
    const shown = await ok('GET /decisions/:id', { params: { id }, query: { token } });
    expect(shown).toMatchObject({ action: 'suspend', until: decision.until?.toISOString(), appeal: null });
    expect((await call('GET /decisions/:id', { params: { id }, query: {} })).status).toBe(404);
    expect((await call('GET /decisions/:id', { params: { id }, query: { token: `${token}x` } })).status).toBe(
      404,
    );
    expect((await call('GET /decisions/:id', { token: fan.token, params: { id }, query: {} })).status).toBe(
      404,
    );
    expect((await appealTo(id, { text: 'It wasn’t me.' }, fan)).status).toBe(404);

    // Twice at once: one appeal.
    const filed = await Promise.all([1, 2, 3].map(() => appealTo(id, { text: 'It wasn’t me.', token })));
    expect(filed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(filed.find(({ status }) => status === 200)?.data.appeal).toMatchObject({ state: 'pending' });
    expect(await listCases(olga, { state: 'appealed', limit: 10 })).toMatchObject({ total: 1 });

    await expect(decideAppeal(olga, id, { outcome: 'reversed', answer: '' })).rejects.toThrow(
      'another operator',
    );
    const answers = await Promise.allSettled(
      [1, 2].map(() => decideAppeal(oscar, id, { outcome: 'reversed', answer: 'You’re right.' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await logIn(creator)).status).toBe(200);
    expect(await ok('GET /decisions/:id', { params: { id }, query: { token } })).toMatchObject({
      state: 'reversed',
      appealBy: null,
      appeal: { state: 'reversed', answer: 'You’re right.' },
    });
  });

  test('an upheld appeal leaves it as it is, and there is no second one', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { id } = await decideOn(fan, ['account', creator.id], draft('suspend', { until: inDays(7) }));
    const { token } = await linkTo(creator);
    await appealTo(id, { text: 'Please look again.', token });
    await decideAppeal(oscar, id, { outcome: 'upheld', answer: 'The insults are there to read.' });
    expect((await logIn(creator)).status).toBe(403);
    expect((await appealTo(id, { text: 'And again.', token })).status).toBe(409);
    await expect(decideAppeal(oscar, id, { outcome: 'reversed', answer: '' })).rejects.toThrow('no appeal');
  });

  test('after six months it is too late to appeal', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { id } = await decideOn(fan, ['account', creator.id], draft('warn'));
    ports.clock.move('190d');
    const late = await appealTo(id, { text: 'Now I do.', token: (await linkTo(creator)).token });
    expect([late.status, late.problem.message]).toEqual([409, 'The time to appeal this decision is over.']);
  });

  test('an end in the past, or none, is refused', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await report(fan, 'account', creator.id);
    const { id } = await caseOf(creator.id);
    for (const until of [null, inDays(-1)])
      await expect(decide(olga, id, draft('suspend', { until }))).rejects.toMatchObject({ status: 422 });
    expect((await logIn(creator)).status).toBe(200);
  });
});

describe('a ban', async () => {
  const [one, other] = [atDesk(await makeFan()), atDesk(await makeFan())];

  test('needs another operator, who can confirm it once', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { id, state } = await decideOn(fan, ['account', creator.id], { ...draft('ban'), by: one });
    expect([state, (await logIn(creator)).status]).toEqual(['proposed', 200]);
    expect((await ok('GET /decisions', { token: creator.token, query: {} })).data).toEqual([]);
    expect(await caseOf(creator.id)).toMatchObject({ state: 'open' });
    await expect(confirmDecision(one, id)).rejects.toThrow('another operator');
    const confirmed = await Promise.allSettled([confirmDecision(other, id), confirmDecision(other, id)]);
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await logIn(creator)).status).toBe(403);
    expect(await caseOf(creator.id)).toMatchObject({ state: 'closed' });
    const { token } = await linkTo(creator);
    await appealTo(id, { text: 'Why?', token });
    for (const part of [one, other])
      await expect(decideAppeal(part, id, { outcome: 'upheld', answer: '' })).rejects.toThrow(
        'another operator',
      );
    await decideAppeal({ ...olga, actor: 'otto' }, id, { outcome: 'reversed', answer: '' });
    expect((await logIn(creator)).status).toBe(200);
  });

  test('can be rejected; where the site asks for one operator, it applies at once', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { id } = await decideOn(fan, ['account', creator.id], { ...draft('ban'), by: one });
    await withdrawDecision(other, id, 'Too harsh.');
    await expect(confirmDecision(other, id)).rejects.toThrow('isn’t waiting');
    await settings.set('twoPersonBans', false);
    const banned = await decide(one, (await caseOf(creator.id)).id, draft('ban', { seen: 1 }));
    await settings.set('twoPersonBans', true);
    expect([banned.state, (await logIn(creator)).status]).toEqual(['in-force', 403]);
  });

  test('on the command line applies at once: whoever has it can change the rule', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { state } = await decideOn(fan, ['account', creator.id], draft('ban'));
    expect([state, (await logIn(creator)).status]).toEqual(['in-force', 403]);
  });
});

test('a held payout can’t be requested or approved until the hold ends', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  await decideOn(fan, ['account', creator.id], draft('hold-payout', { until: inDays(3) }));
  const blocks = async () =>
    (await ok('POST /payout-requests/calculate', { token: creator.token, body: {} })).blocks.map(
      ({ code }) => code,
    );
  expect(await blocks()).toContain('held');
  ports.clock.move('73h');
  const { token } = await app.openSession(creator.id);
  expect(
    (await ok('POST /payout-requests/calculate', { token, body: {} })).blocks.map(({ code }) => code),
  ).not.toContain('held');
  await expect(
    decideOn({ ...creator, token }, ['account', fan.id], draft('hold-payout')),
  ).rejects.toMatchObject({ status: 422 });
});

test('a refund gives back what the reporter paid, and only payments to the person concerned', async () => {
  const [creator, other, buyer] = [await makeCreator(), await makeCreator(), await makeFan()];
  await app.fund(buyer.id, 200);
  const buy = async (owner: Person) => {
    const id = await makePost(owner.id, { price: 50 }, [await makeFile(owner.id)]);
    await ok('POST /wallet/charges/feed/:id', {
      token: buyer.token,
      params: { id },
      body: {},
      key: ports.ids(),
    });
    return id;
  };
  const [post] = [await buy(creator), await buy(other)];
  await report(buyer, 'feed', post);
  const { id } = await caseOf(post);
  const { payments } = await showCase(olga, id);
  expect(payments).toMatchObject([{ paidBy: buyer.username }]);
  const [foreign] = (await showCase(olga, id)).payments;
  await expect(decide(olga, id, draft('refund', { transactionId: ports.ids() }))).rejects.toMatchObject({
    status: 422,
  });
  await decide(olga, id, draft('refund', { transactionId: foreign!.id }));
  expect((await showCase(olga, id)).payments).toEqual([]);
  expect((await readPost(buyer, post)).data.access).toMatchObject({ allowed: false });
  expect(await checkLedger(ctx)).toEqual([]);
});

describe('two operators', () => {
  test('deciding at once: one of them wins, the other is told', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makePost(creator.id);
    await report(fan, 'feed', id);
    const found = await caseOf(id);
    const both = await Promise.allSettled([
      decide(olga, found.id, draft('hide')),
      decide(oscar, found.id, draft('dismiss')),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, message: expect.stringContaining('in the meantime') as string },
    });
    expect(
      await db.select().from(moderationDecisions).where(eq(moderationDecisions.caseId, found.id)),
    ).toHaveLength(1);
  });

  test('nobody decides about themselves, or what they reported', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await report(fan, 'account', creator.id);
    const { id } = await caseOf(creator.id);
    for (const { id: actorId, username } of [creator, fan])
      await expect(decide({ ...olga, actor: username, actorId }, id, draft('warn'))).rejects.toThrow(
        'You’re part of this case',
      );
  });
});

test('what doesn’t fit the target is refused, and everything is in the audit log', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  await report(fan, 'account', creator.id);
  const { id } = await caseOf(creator.id);
  for (const action of ['hide', 'remove'] as const)
    await expect(decide(olga, id, draft(action))).rejects.toMatchObject({ status: 422 });
  const made = await decide(olga, id, draft('warn'));
  await expect(decide(olga, id, draft('dismiss', { seen: 1 }))).rejects.toThrow('already closed');
  await expect(decide(olga, 'nothing', draft('warn'))).rejects.toThrow('There is no case nothing.');
  expect(
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, made.id), eq(auditLog.action, 'moderation.warn'))),
  ).toMatchObject([{ actor: 'olga', facts: { accountId: creator.id, rule: 'Rule 7' } }]);
  expect(await db.select().from(emailOutbox).where(eq(emailOutbox.to, creator.email))).toHaveLength(1);
  expect((await db.select().from(accounts).where(eq(accounts.id, creator.id)))[0]?.suspendedAt).toBeNull();
});

test('a case shows both sides’ history', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const [first, second] = [await makePost(creator.id), await makePost(creator.id)];
  await decideOn(fan, ['feed', first], draft('warn'));
  await report(fan, 'feed', second);
  const found = await showCase(olga, (await caseOf(second)).id);
  expect(found.earlier).toMatchObject([{ decision: { action: 'warn', targetId: first } }]);
  expect(found.reportsShown).toMatchObject([{ history: { acted: 1, dismissed: 0, open: 0 } }]);
});

test('statements and numbers of a period', async () => {
  ports.clock.move('400d');
  const from = ports.clock.now();
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  const [one, two, three] = [
    await makePost(creator.id),
    await makePost(creator.id),
    await makePost(creator.id),
  ];
  await report(other, 'feed', one, 'legal');
  await report(fan, 'feed', two);
  await report(fan, 'feed', three);
  ports.clock.move('2h');
  const hidden = await decide(olga, (await caseOf(one)).id, draft('hide', { ground: 'illegal' }));
  ports.clock.move('4h');
  await decide(olga, (await caseOf(two)).id, draft('dismiss'));
  await appealTo(hidden.id, { text: 'No.', token: (await linkTo(creator)).token });
  ports.clock.move('1h');
  const period = { from, to: ports.clock.now() };
  expect(await loadStatements(olga, period)).toMatchObject([
    {
      reference: hidden.id,
      action: 'hide',
      targetType: 'feed',
      category: 'legal',
      ground: 'illegal',
      source: 'report',
      appeal: 'pending',
    },
  ]);
  const none = { action: '', automated: '', outcome: '' };
  expect(await loadTransparency(olga, period)).toEqual([
    { ...none, measure: 'reports', category: 'legal', value: 1 },
    { ...none, measure: 'reports', category: 'spam', value: 2 },
    { ...none, measure: 'decisions', category: 'legal', action: 'hide', automated: 'no', value: 1 },
    { ...none, measure: 'decisions', category: 'spam', action: 'dismiss', automated: 'no', value: 1 },
    { ...none, measure: 'median-hours-to-decision', category: 'legal', value: 2 },
    { ...none, measure: 'median-hours-to-decision', category: 'spam', value: 6 },
    {
      ...none,
      measure: 'appeals',
      category: 'legal',
      action: 'hide',
      automated: 'no',
      outcome: 'pending',
      value: 1,
    },
  ]);
  expect(await loadStatements(olga, { from: new Date(0), to: from })).not.toContainEqual(
    expect.objectContaining({ reference: hidden.id }),
  );
});
