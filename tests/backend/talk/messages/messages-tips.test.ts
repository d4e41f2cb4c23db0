import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { messages } from '#backend/db/schema/messages.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ctx, ports, fund, makeFan } = app;
const { block } = postsIn(app);
const talk = talkOf(app);
const newKey = () => ports.ids();

/** A fan with 1,000 tokens and a creator they wrote to. */
async function pair() {
  const two = await talk.pair();
  await talk.send(two.fan, two.id, 'Hello');
  await fund(two.fan.id, 1_000);
  ports.transport.clear();
  return two;
}
interface Tip {
  readonly amount?: number;
  readonly note?: string;
  readonly feedId?: string;
  readonly key?: string;
}
type Pair = readonly [from: Person, to: Person, conversationId: string];
const tryTip = ([from, to, id]: Pair, { amount = 100, key, ...more }: Tip = {}) =>
  call('POST /wallet/charges/tip/:id', {
    token: from.token,
    key,
    params: { id: to.id },
    body: { amount, conversationId: id, ...more },
  });
async function tip(pairOf: Pair, more: Tip = {}) {
  const { status, data, text } = await tryTip(pairOf, more);
  if (status !== 201 || !data.message) throw new Error(`the tip answered ${status}: ${text}`);
  return { ...data, message: data.message };
}
const undo = (who: Person, id: string, key?: string) =>
  call('POST /wallet/charges/:id/undo', { token: who.token, key, params: { id } });
const walletOf = (who: Person) => balanceOf(ctx, 'wallet', who.id);
const last = async (who: Person, id: string) => (await talk.history(who, id)).data[0];
const events = <E extends 'message/created' | 'message/updated' | 'notification/created'>(
  event: E,
  who: Person,
) => ports.transport.of(event, rooms.account(who.id));

describe('a tip in a conversation', () => {
  test('is a message on both sides, in the list, unread, and one notification', async () => {
    const { fan, creator, id } = await pair();
    const before = await talk.unread(creator);
    const given = await tip([fan, creator, id], { note: '  For the kiln ' });
    expect(given.message).toMatchObject({
      type: 'tip',
      seq: 2,
      text: 'Tipped 100 tokens: For the kiln',
      tip: { _id: given._id, tokens: 100, note: 'For the kiln', undoneAt: null, undoUntil: given.undoUntil },
      editableUntil: null,
    });
    const seen = await last(creator, id);
    expect(seen).toEqual({
      ...given.message,
      access: { ...given.message.access, reason: 'free' },
      tip: { ...given.message.tip, undoUntil: null },
    });
    for (const who of [fan, creator]) {
      expect((await talk.view(who, id)).lastMessage).toMatchObject({ text: given.message.text, type: 'tip' });
      expect(events('message/created', who).map(({ payload }) => payload.message.seq)).toEqual([2]);
    }
    expect(events('message/created', creator)[0]?.payload.message.tip?.undoUntil).toBeNull();
    expect(await talk.unread(creator)).toBe(before + 1);
    expect(events('notification/created', creator).map(({ payload }) => payload)).toEqual([
      { kind: 'tip', text: expect.stringContaining('tipped you for 100 tokens.'), href: `/messages/${id}` },
    ]);
    expect([await walletOf(fan), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([900, 400]);
    const found = await ok('GET /messages/search', { token: creator.token, query: { q: 'kiln' } });
    expect(found.data.map(({ message }) => message._id)).toEqual([given.message._id]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('undone: both sides see it at once, no token stays, and the wallet’s rows open the conversation', async () => {
    const { fan, creator, id } = await pair();
    const given = await tip([fan, creator, id], { note: 'Oops' });
    ports.transport.clear();
    expect((await undo(fan, given._id)).status).toBe(201);
    for (const who of [fan, creator]) {
      expect(events('message/updated', who).map(({ payload }) => payload.message)).toMatchObject([
        { _id: given.message._id, change: 1, tip: { undoneAt: expect.any(String), undoUntil: null } },
      ]);
      expect((await talk.view(who, id)).lastMessage?.text).toBe('Undid a tip of 100 tokens: Oops');
      expect((await last(who, id))?.tip?.undoneAt).not.toBeNull();
    }
    expect(events('notification/created', creator).map(({ payload }) => payload.href)).toEqual([
      `/messages/${id}`,
    ]);
    expect([await walletOf(fan), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([1_000, 0]);
    const { data } = await ok('GET /wallet/charges/search', { token: fan.token });
    expect(data.slice(0, 2)).toMatchObject([
      { kind: 'refund', tokens: 100, opens: { kind: 'conversation', _id: id }, refundOf: { _id: given._id } },
      { kind: 'tip', tokens: -100, opens: { kind: 'conversation', _id: id }, undoUntil: null },
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('can’t be undone later, by the other side, or by someone else', async () => {
    const { fan, creator, id } = await pair();
    const given = await tip([fan, creator, id]);
    const stranger = await makeFan();
    for (const who of [creator, stranger]) expect((await undo(who, given._id)).status).toBe(404);
    ports.clock.move(60_001);
    expect((await undo(fan, given._id)).status).toBe(409);
    expect((await last(fan, id))?.tip).toMatchObject({ undoneAt: null, undoUntil: null });
    expect((await last(fan, id))?.text).toBe('Tipped 100 tokens');
  });

  test('an operator’s refund shows too', async () => {
    const { fan, creator, id } = await pair();
    const given = await tip([fan, creator, id]);
    await refundTransaction({ ...ctx, actor: 'olga', actorId: null }, given._id, 'Asked for it');
    expect((await last(creator, id))?.tip?.undoneAt).not.toBeNull();
  });

  test('takes reactions, but no edits; it can be deleted only once undone', async () => {
    const { fan, creator, id } = await pair();
    const given = await tip([fan, creator, id]);
    const of = { params: { id: given.message._id } };
    const reacted = await ok('PUT /messages/:id/reaction', {
      token: creator.token,
      ...of,
      body: { emoji: 'heart' },
    });
    expect(reacted.reactions).toEqual([{ accountId: creator.id, emoji: 'heart' }]);
    const edited = await call('PUT /messages/:id', { token: fan.token, ...of, body: { text: 'More' } });
    expect([edited.status, edited.problem.message]).toEqual([409, 'You can’t edit a tip.']);
    const refused = await call('DELETE /messages/:id', { token: fan.token, ...of });
    expect([refused.status, refused.problem.message]).toEqual([409, 'A tip can’t be deleted.']);
    expect((await last(creator, id))?.isDeleted).toBe(false);
    await undo(fan, given._id);
    await ok('DELETE /messages/:id', { token: fan.token, ...of });
    expect(await last(creator, id)).toMatchObject({ isDeleted: true, tip: null, text: '' });
  });

  test('of all at once, the same key tips once; different ones each, with positions in order', async () => {
    const { fan, creator, id } = await pair();
    const key = newKey();
    const same = await Promise.all(Array.from({ length: 20 }, () => tryTip([fan, creator, id], { key })));
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(same.map(({ data }) => data.message?._id)).size).toBe(1);
    expect((await tryTip([fan, creator, id], { key, note: 'Other' })).problem.code).toBe(
      'idempotency_mismatch',
    );
    const more = await Promise.all(
      Array.from({ length: 5 }, () => tryTip([fan, creator, id], { amount: 10 })),
    );
    expect(more.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await talk.history(fan, id)).data.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await walletOf(fan)).toBe(850);
  });

  test('tips and undos at once deadlock nobody, and everything adds up', async () => {
    const { fan, creator, id } = await pair();
    const first = await Promise.all(Array.from({ length: 4 }, () => tip([fan, creator, id], { amount: 50 })));
    const answers = await Promise.all(
      first.flatMap(({ _id }) => [
        undo(fan, _id),
        undo(fan, _id),
        tryTip([fan, creator, id], { amount: 20 }),
      ]),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(await walletOf(fan)).toBe(920);
    const { data } = await talk.history(creator, id);
    expect(data.filter((each) => each.tip?.undoneAt === null)).toHaveLength(4);
    expect(data.filter((each) => each.tip && each.tip.undoneAt !== null)).toHaveLength(4);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

describe('refused', () => {
  const unchanged = async (id: string, act: () => Promise<{ status: number }>, status: number) => {
    const before = [
      await db.$count(ledgerTransactions),
      await db.$count(messages, eq(messages.conversationId, id)),
    ];
    expect((await act()).status).toBe(status);
    const after = [
      await db.$count(ledgerTransactions),
      await db.$count(messages, eq(messages.conversationId, id)),
    ];
    expect(after).toEqual(before);
  };

  test('in a conversation of others, or with someone else, nothing is paid or written', async () => {
    const { fan, creator, id } = await pair();
    const others = await pair();
    await unchanged(id, () => tryTip([fan, creator, others.id]), 404);
    await unchanged(id, () => tryTip([fan, creator, newKey()]), 404);
    await unchanged(id, () => tryTip([fan, others.creator, id]), 422);
    await unchanged(id, () => tryTip([creator, fan, id]), 404);
  });

  test('without tokens, out of bounds, for a post as well, or with a note that is too long', async () => {
    const { fan, creator, id } = await pair();
    await unchanged(id, () => tryTip([fan, creator, id], { amount: 1_001 }), 402);
    await unchanged(id, () => tryTip([fan, creator, id], { amount: 9 }), 422);
    await unchanged(id, () => tryTip([fan, creator, id], { amount: -10 }), 422);
    await unchanged(id, () => tryTip([fan, creator, id], { feedId: newKey() }), 422);
    await unchanged(id, () => tryTip([fan, creator, id], { note: 'x'.repeat(201) }), 422);
    const elsewhere = () =>
      call('POST /wallet/charges/tip/:id', {
        token: fan.token,
        params: { id: creator.id },
        body: { amount: 10, note: 'No conversation' },
      });
    await unchanged(id, elsewhere, 422);
  });

  test('over a spending limit', async () => {
    const { fan, creator, id } = await pair();
    await ok('PUT /wallet/caps', { token: fan.token, body: { amount: 400 } });
    await unchanged(id, () => tryTip([fan, creator, id]), 409);
    expect((await tryTip([fan, creator, id], { amount: 80 })).status).toBe(201);
  });

  test('after a block, and to a suspended creator; an earlier tip can still be undone, unseen', async () => {
    const { fan, creator, id } = await pair();
    const given = await tip([fan, creator, id]);
    await block(creator.id, fan.id);
    ports.transport.clear();
    await unchanged(id, () => tryTip([fan, creator, id]), 404);
    expect((await undo(fan, given._id)).status).toBe(201);
    expect(await walletOf(fan)).toBe(1_000);
    expect(ports.transport.of('message/updated')).toEqual([]);
    const other = await pair();
    await db
      .update(accounts)
      .set({ suspendedAt: ports.clock.now() })
      .where(eq(accounts.id, other.creator.id));
    await unchanged(other.id, () => tryTip([other.fan, other.creator, other.id]), 403);
  });

  test('faster than anyone writes, because undone tips cost nothing', async () => {
    const { fan, creator, id } = await pair();
    const answers = [];
    for (let at = 0; at < 31; at += 1) {
      const answer = await tryTip([fan, creator, id], { amount: 10 });
      answers.push(answer.status);
      if (answer.status === 201) await undo(fan, answer.data._id);
    }
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

test('a tip from the profile stays out of the conversation', async () => {
  const { fan, creator, id } = await pair();
  const { message } = await ok('POST /wallet/charges/tip/:id', {
    token: fan.token,
    params: { id: creator.id },
    body: { amount: 10 },
  });
  expect(message).toBeUndefined();
  expect((await talk.history(creator, id)).data).toHaveLength(1);
});
