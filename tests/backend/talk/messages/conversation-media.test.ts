import { describe, expect, test } from 'vitest';
import { purchases } from '#backend/db/schema/wallet.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, raw, db, fund } = app;
const { makeFile, makeVideo, block } = postsIn(app);
const talk = talkOf(app);
const ask = askOf(app.backend);

type Query = { kind?: 'all' | 'photo' | 'video' | 'voice'; limit?: number; cursor?: string };
const media = (who: Person, id: string, query: Query = {}) =>
  ok('GET /conversations/:id/media', { token: who.token, params: { id }, query });

const sell = async (from: Person, id: string, { files, price }: { files: string[]; price: number }) =>
  ok('POST /messages/conversations/:id', {
    token: from.token,
    params: { id },
    body: { conversationId: id, data: { files, price } },
  });
const send = (from: Person, id: string, files: string[]) => sell(from, id, { files, price: 0 });
const makeVoice = (owner: Person) =>
  makeFile(owner.id, {
    type: 'message-audio',
    mime: 'audio/mp4',
    duration: 9,
    peaks: [1, 2, 3],
    renditions: [{ name: 'sound.m4a', width: 0, height: 0, mime: 'audio/mp4', bytes: 4 }],
  });

/** A text, a photo, a video with a photo, and a voice message, at positions 1 to 4. */
async function talked() {
  const { fan, creator, id } = await talk.pair();
  await fund(fan.id, 1_000);
  await talk.send(fan, id, 'Hello');
  await send(fan, id, [await makeFile(fan.id)]);
  await send(creator, id, [await makeVideo(creator.id), await makeFile(creator.id)]);
  await send(fan, id, [await makeVoice(fan)]);
  return { fan, creator, id };
}
const seqs = ({ data }: { data: { seq: number; files: unknown[] }[] }) =>
  data.map(({ seq, files }) => [seq, files.length]);

describe('the media of a conversation', () => {
  test('newest first, by kind, the same for both', async () => {
    const { fan, creator, id } = await talked();
    for (const who of [fan, creator]) {
      expect(seqs(await media(who, id))).toEqual([
        [4, 1],
        [3, 2],
        [2, 1],
      ]);
      expect(seqs(await media(who, id, { kind: 'photo' }))).toEqual([
        [3, 1],
        [2, 1],
      ]);
      expect(seqs(await media(who, id, { kind: 'video' }))).toEqual([[3, 1]]);
      expect(seqs(await media(who, id, { kind: 'voice' }))).toEqual([[4, 1]]);
    }
    const [voice] = (await media(creator, id, { kind: 'voice' })).data;
    expect((await ask(voice!.files[0]!.url!, { token: creator.token })).status).toBe(200);
  });

  test('page by page, nothing twice and nothing missing, while new ones arrive', async () => {
    const { fan, id } = await talked();
    const first = await media(fan, id, { limit: 2 });
    expect(seqs(first).map(([seq]) => seq)).toEqual([4, 3]);
    await send(fan, id, [await makeFile(fan.id)]);
    const second = await media(fan, id, { limit: 2, cursor: first.nextCursor! });
    expect([seqs(second), second.nextCursor]).toEqual([[[2, 1]], null]);
    // A page that is just full isn't followed by an empty one.
    expect((await media(fan, id, { limit: 4 })).nextCursor).toBeNull();
  });

  test('deleted messages aren’t in it', async () => {
    const { fan, creator, id } = await talked();
    const [voice] = (await media(fan, id)).data;
    await ok('DELETE /messages/:id', { token: fan.token, params: { id: voice!._id } });
    for (const who of [fan, creator]) expect(seqs(await media(who, id)).map(([seq]) => seq)).toEqual([3, 2]);
  });

  test('what is for sale shows its price and nothing else, until it is bought', async () => {
    const { fan, creator, id } = await talked();
    const { _id } = await sell(creator, id, { files: [await makeFile(creator.id)], price: 30 });
    const newest = async (who: Person) => (await media(who, id, { limit: 1 })).data[0]!;
    expect(await newest(fan)).toMatchObject({
      price: 30,
      isBought: false,
      access: { allowed: false, routes: [{ need: 'purchase', price: 30 }] },
      files: [{ url: null, sizes: [], sources: [] }],
      media: { photos: 1 },
    });
    const locked = (await newest(fan)).files[0]!;
    expect(locked.thumbnails.map(({ url }) => url.includes('/blur.webp'))).toEqual(
      locked.thumbnails.map(() => true),
    );
    expect(await newest(creator)).toMatchObject({
      access: { allowed: true, reason: 'owner' },
      isBought: false,
    });
    await call('POST /wallet/charges/message/:id', {
      token: fan.token,
      params: { id: _id },
      body: { expectedPrice: 30 },
    });
    expect((await db.select().from(purchases)).length).toBe(1);
    for (const who of [fan, creator]) expect(await newest(who)).toMatchObject({ isBought: true });
    expect((await newest(fan)).files[0]!.url).not.toBeNull();
  });

  test('of nobody else, and of nobody after a block: as if the conversation didn’t exist', async () => {
    const { fan, creator, id } = await talked();
    const stranger = await app.makeFan();
    const none = await raw('GET /conversations/:id/media', {
      token: stranger.token,
      params: { id: '00000000-0000-7000-9000-00000000beef' },
    });
    const foreign = await raw('GET /conversations/:id/media', { token: stranger.token, params: { id } });
    expect([foreign.status, foreign.text]).toEqual([404, none.text]);
    await block(creator.id, fan.id);
    for (const who of [fan, creator])
      expect((await raw('GET /conversations/:id/media', { token: who.token, params: { id } })).status).toBe(
        404,
      );
  });

  test.each([
    { cursor: 'x' },
    { cursor: '-1' },
    { cursor: '0' },
    { kind: 'file' },
    { limit: 0 },
    { limit: 101 },
    { other: 1 },
  ])('a wrong query is refused: %j', async (query) => {
    const { fan, id } = await talk.pair();
    const { status } = await raw('GET /conversations/:id/media', { token: fan.token, params: { id }, query });
    expect(status).toBe(422);
  });
});
