import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { streamReminders, streamTips, streams } from '#backend/db/schema/streams/streams.ts';
import { testBackend } from '../../../setup/backend.ts';
import { chattingIn } from '../../../setup/chatting.ts';

const app = await testBackend();
const { db, ports, ok, raw, makeFan, makeCreator, fund } = app;
const { makeStream } = chattingIn(app);
const later = (minutes: number) => new Date(ports.clock.now().getTime() + minutes * 60_000);
const search = (query: object, token?: string) =>
  ok('GET /streaming/user/search', { ...(token ? { token } : {}), query });
const ids = ({ data }: { data: readonly { _id: string }[] }) => data.map(({ _id }) => _id);

describe('streams that are live or announced', () => {
  it('are listed in order, page by page, with nothing lost between pages', async () => {
    const made: string[] = [];
    for (const minutes of [30, 10, 20, 40, 50]) {
      const { id } = await makeStream((await makeCreator()).id, {
        state: 'scheduled',
        startedAt: null,
        scheduledAt: later(minutes),
      });
      made.push(id);
    }
    const [a, b, c, d, e] = made as [string, string, string, string, string];
    const first = await search({ state: 'scheduled', limit: 2 });
    expect([ids(first), first.total]).toEqual([[b, c], 5]);
    const second = await search({ state: 'scheduled', limit: 2, cursor: first.nextCursor });
    const third = await search({ state: 'scheduled', limit: 2, cursor: second.nextCursor });
    expect([ids(second), ids(third), third.nextCursor]).toEqual([[a, d], [e], null]);
  });

  it('are found by creator and among those the viewer follows; interrupted ones count as live', async () => {
    const [one, other, fan] = [await makeCreator(), await makeCreator(), await makeFan()];
    const mine = await makeStream(one.id, { state: 'interrupted', interruptedAt: ports.clock.now() });
    const theirs = await makeStream(other.id);
    expect(ids(await search({ performerId: one.id }))).toEqual([mine.id]);
    expect(ids(await search({ followed: 'true' }, fan.token))).toEqual([]);
    await ok('POST /follows/:id', { token: fan.token, params: { id: other.id } });
    expect(ids(await search({ followed: 'true' }, fan.token))).toEqual([theirs.id]);
    expect(ids(await search({ followed: 'true' }))).toEqual([]);
  });

  it('are hidden from those who were blocked, in lists and by id', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { id } = await makeStream(creator.id);
    await db
      .insert(accountBlocks)
      .values({ blockerId: creator.id, blockedId: fan.id, createdAt: ports.clock.now() });
    expect(ids(await search({ performerId: creator.id }, fan.token))).toEqual([]);
    const there = await raw('GET /streaming/:id', { token: fan.token, params: { id } });
    const nowhere = await raw('GET /streaming/:id', { token: fan.token, params: { id: ports.ids() } });
    expect([there.status, there.text]).toEqual([404, nowhere.text]);
  });
});

describe('one stream', () => {
  it('shows its ways in, its goal and its times; nothing is sold while it is interrupted', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const since = ports.clock.now();
    const { id } = await makeStream(creator.id, {
      price: 40,
      tipGoal: 500,
      tipGoalText: 'An encore',
      mediaSince: new Date(since.getTime() - 90_500),
      mediaSeconds: 10,
    });
    await db.insert(streamReminders).values({ streamId: id, accountId: fan.id, createdAt: since });
    const view = (token?: string) =>
      ok('GET /streaming/:id', { ...(token ? { token } : {}), params: { id } });
    expect(await view(fan.token)).toMatchObject({
      _id: id,
      performer: { _id: creator.id },
      state: 'live',
      access: { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 40 }] },
      tipGoal: { tokens: 500, text: 'An encore' },
      duration: 100,
      isReminded: true,
    });
    expect(await view(creator.token)).toMatchObject({ access: { reason: 'owner' }, isReminded: false });
    await db
      .update(streams)
      .set({ state: 'interrupted', interruptedAt: since, mediaSince: null })
      .where(eq(streams.id, id));
    expect(await view()).toMatchObject({
      access: { allowed: false, routes: [] },
      resumesUntil: new Date(since.getTime() + 120_000).toISOString(),
      duration: 10,
    });
  });

  it('names who tipped most; undone tips and blocked people are left out', async () => {
    const creator = await makeCreator();
    const [ann, bob, cid] = [await makeFan(), await makeFan(), await makeFan()];
    const { id } = await makeStream(creator.id);
    const give = async (fan: typeof ann, tokens: number, isUndone = false) => {
      await fund(fan.id, tokens);
      const { _id: transactionId } = await ok('POST /wallet/charges/tip/:id', {
        token: fan.token,
        params: { id: creator.id },
        body: { amount: tokens },
      });
      await db.insert(streamTips).values({
        transactionId,
        streamId: id,
        accountId: fan.id,
        tokens,
        undoneAt: isUndone ? ports.clock.now() : null,
        createdAt: ports.clock.now(),
      });
    };
    await give(ann, 20);
    await give(ann, 15);
    await give(bob, 30);
    await give(bob, 100, true);
    await give(cid, 200);
    const supporters = async (token?: string) =>
      (await ok('GET /streaming/:id/supporters', { ...(token ? { token } : {}), params: { id } })).data.map(
        ({ _id, tokens, isYou }) => [_id, tokens, isYou],
      );
    expect(await supporters(bob.token)).toEqual([
      [cid.id, 200, false],
      [ann.id, 35, false],
      [bob.id, 30, true],
    ]);
    await db
      .insert(accountBlocks)
      .values({ blockerId: cid.id, blockedId: bob.id, createdAt: ports.clock.now() });
    expect((await supporters(bob.token)).map(([who]) => who)).toEqual([ann.id, bob.id]);
    expect(await ok('GET /streaming/:id', { params: { id } })).toMatchObject({ tipped: 265 });
  });
});

it('a creator sees what each own stream earned', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const { id } = await makeStream(creator.id, { price: 40 });
  await fund(fan.id, 100);
  await ok('POST /wallet/charges/stream/:id', {
    token: fan.token,
    params: { id },
    body: { expectedPrice: 40 },
  });
  const { id: cancelled } = await makeStream(creator.id, { state: 'cancelled' });
  const { data, total } = await ok('GET /streaming/own/search', { token: creator.token });
  expect(data.map(({ _id, tickets, earned }) => [_id, tickets, earned])).toEqual([
    [cancelled, 0, 0],
    // 40 tokens are worth 200 cents, of which the site keeps a fifth.
    [id, 1, 160],
  ]);
  expect(total).toBe(2);
});
