import { describe, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, ports, fund, makeFan, makeCreator, openSession } = app;
const talk = talkOf(app);
const { makeFile, subscribe, block } = postsIn(app);

const tryView = (who: Person, id: string) =>
  call('GET /conversations/:id/fan', { token: who.token, params: { id } });
const view = (who: Person, id: string) =>
  ok('GET /conversations/:id/fan', { token: who.token, params: { id } });
const tryNote = (who: Person, id: string, body: { note: string; before?: string }) =>
  call('PUT /conversations/:id/fan/note', {
    token: who.token,
    params: { id },
    body: { before: '', ...body },
  });

interface Sale {
  readonly creator: Person;
  readonly fan: Person;
  readonly id: string;
}
/** Sells a fan a message for so many tokens. */
async function sell({ creator, fan, id: conversationId }: Sale, price: number) {
  const fileId = await makeFile(creator.id);
  const { data } = await call('POST /messages/conversations/:id', {
    token: creator.token,
    params: { id: conversationId },
    body: { conversationId, data: { text: 'For you', files: [fileId], price } },
  });
  const bought = await call('POST /wallet/charges/message/:id', {
    token: fan.token,
    params: { id: data._id },
    body: { expectedPrice: price },
  });
  expect(bought.status).toBe(201);
  return data;
}

describe('what a creator sees about a fan', () => {
  test('is what the two have to do with each other, and nothing else', async () => {
    const { fan, creator, id } = await talk.pair();
    const [otherCreator, otherFan] = [await makeCreator(), await makeFan()];
    expect(await view(creator, id)).toEqual({
      accountId: fan.id,
      earned: { total: 0, thisMonth: 0 },
      followedAt: null,
      subscription: null,
      purchases: [],
      note: '',
      lists: [],
    });
    for (const person of [fan, otherFan]) await fund(person.id, 1_000);
    await talk.follow(fan, creator);
    await talk.follow(otherFan, creator);
    await talk.follow(fan, otherCreator);
    await subscribe(fan.id, creator.id);
    const message = await sell({ creator, fan, id }, 100);
    await sell({ creator, fan: otherFan, id: (await talk.open(creator, otherFan))._id }, 60);
    await sell({ creator: otherCreator, fan, id: (await talk.open(otherCreator, fan))._id }, 40);
    const seen = await view(creator, id);
    // 100 tokens are $5.00, of which the site keeps 20%.
    expect(seen.earned).toEqual({ total: 400, thisMonth: 400 });
    expect(seen.purchases).toMatchObject([
      { kind: 'message', itemId: message._id, price: 100, seq: message.seq },
    ]);
    expect(seen.followedAt).toBe(ports.clock.now().toISOString());
    expect(seen.subscription).toMatchObject({ type: 'monthly', state: 'active', price: 999, renews: true });
  });

  test('counts this month apart from earlier ones, and lists the last five purchases', async () => {
    const { fan, creator, id } = await talk.pair();
    await talk.follow(fan, creator);
    await fund(fan.id, 1_000);
    for (const price of [10, 20, 30]) await sell({ creator, fan, id }, price);
    ports.clock.move('40d');
    const [one, two] = [
      { ...creator, token: (await openSession(creator.id, 60)).token },
      { ...fan, token: (await openSession(fan.id, 60)).token },
    ];
    for (const price of [40, 50, 60]) {
      ports.clock.move('1s');
      await sell({ creator: one, fan: two, id }, price);
    }
    const { earned, purchases } = await view(one, id);
    expect(earned).toEqual({ total: 840, thisMonth: 600 });
    expect(purchases.map(({ price }) => price).slice(0, 3)).toEqual([60, 50, 40]);
    expect(purchases).toHaveLength(5);
  });

  test('includes only their own lists, with who is on them', async () => {
    const { fan, creator, id } = await talk.pair();
    await talk.follow(fan, creator);
    const stranger = await makeCreator();
    await ok('POST /fan-lists', { token: stranger.token, body: { name: 'Secret' } });
    for (const name of ['Regulars', 'Collectors'])
      await ok('POST /fan-lists', { token: creator.token, body: { name } });
    const { lists } = await view(creator, id);
    expect(lists.map(({ name, isMember }) => [name, isMember])).toEqual([
      ['Collectors', false],
      ['Regulars', false],
    ]);
    await ok('PUT /fan-lists/:id/members/:accountId', {
      token: creator.token,
      params: { id: lists[0]!._id, accountId: fan.id },
    });
    expect((await view(creator, id)).lists.map(({ isMember }) => isMember)).toEqual([true, false]);
  });

  test('is hidden from the fan, from others, and after a block', async () => {
    const { fan, creator, id } = await talk.pair();
    const stranger = await makeCreator();
    expect((await tryView(fan, id)).status).toBe(403);
    const [foreign, missing] = [await tryView(stranger, id), await tryView(stranger, ports.ids())];
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await tryNote(stranger, id, { note: 'Mine now' })).status).toBe(404);
    await block(fan.id, creator.id);
    expect((await tryView(creator, id)).status).toBe(404);
    expect((await tryNote(creator, id, { note: 'Too late' })).status).toBe(404);
  });
});

describe('the note', () => {
  test('of two tabs, the second doesn’t overwrite what the first saved', async () => {
    const { creator, id } = await talk.pair();
    const both = await Promise.all([
      tryNote(creator, id, { note: 'From one' }),
      tryNote(creator, id, { note: 'From two' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { note } = await view(creator, id);
    expect(note).toBe(both[0].status === 200 ? 'From one' : 'From two');
    expect((await tryNote(creator, id, { note: 'Both', before: note })).status).toBe(200);
    expect((await tryNote(creator, id, { note: '', before: 'Both' })).status).toBe(200);
    expect((await view(creator, id)).note).toBe('');
    expect((await tryNote(creator, id, { note: 'x'.repeat(2_001) })).status).toBe(422);
    expect((await tryNote(creator, id, { note: 'x'.repeat(2_000) })).status).toBe(200);
  });
});
