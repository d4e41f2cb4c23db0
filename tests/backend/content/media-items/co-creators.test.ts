import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { coCreators } from '#backend/db/schema/media-items.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { postsIn } from '../../../setup/posts.ts';
import { filmForm, videosIn } from '../../../setup/videos.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, raw, ok, makeFan, makeCreator, backend } = app;
const { block, closeCountry } = postsIn(app);
const { makeVideo, makeFilm } = videosIn(app);

const edit = (
  who: Person,
  id: string,
  body: CallInput<'PUT /performer/performer-assets/videos/edit/:id'>['body'],
) => call('PUT /performer/performer-assets/videos/edit/:id', { token: who.token, params: { id }, body });
const own = (who: Person, id: string) =>
  ok('GET /performer/performer-assets/videos/:id/view', { token: who.token, params: { id } });
const view = (who: Person | null, id: string, ip?: string) =>
  call('GET /performer-assets/videos/:id', { token: who?.token, params: { id }, ...(ip && { ip }) });
const requests = (who: Person, query = {}) => ok('GET /performer/co-creators', { token: who.token, query });
const answer = (who: Person, id: string, given: 'accept' | 'decline') =>
  call('PUT /performer/co-creators/:id', { token: who.token, params: { id }, body: { answer: given } });
const withdraw = (who: Person, id: string) =>
  call('DELETE /performer/co-creators/:id', { token: who.token, params: { id } });
const noticesOf = (who: Person) =>
  ports.transport.of('notification/created', `account:${who.id}`).map(({ payload }) => payload.text);

/** A creator's draft with two other creators tagged, submitted for publication. */
async function waiting() {
  const [owner, first, second] = [
    await makeCreator({ name: 'Olga' }),
    await makeCreator({ name: 'Fritz' }),
    await makeCreator({ name: 'Sena' }),
  ];
  const id = await makeVideo(owner.id, { state: 'draft', title: 'Two kilns' });
  ports.transport.clear();
  const { data } = await edit(owner, id, { coCreatorIds: [first.id, second.id], state: 'published' });
  return { owner, first, second, id, video: data };
}
const requestOf = async (who: Person, id: string) =>
  (await requests(who)).data.find(({ itemId }) => itemId === id)!;

describe('tagged creators', () => {
  test('are asked, and nothing is published before all have accepted', async () => {
    const { owner, first, second, id, video } = await waiting();
    expect(video).toMatchObject({
      state: 'waiting',
      tagged: [
        { performer: { _id: first.id }, state: 'pending' },
        { performer: { _id: second.id }, state: 'pending' },
      ],
      coCreators: [],
    });
    expect(noticesOf(first)).toEqual(['Olga tagged you in the video “Two kilns”. Accept or decline.']);
    const asked = await requestOf(first, id);
    expect(asked).toMatchObject({
      kind: 'video',
      title: 'Two kilns',
      performer: { _id: owner.id },
      state: 'pending',
      itemState: 'waiting',
    });
    expect((await answer(first, asked._id, 'accept')).data).toMatchObject({
      state: 'accepted',
      itemState: 'waiting',
    });
    expect((await view(null, id)).status).toBe(404);
    expect((await answer(second, (await requestOf(second, id))._id, 'accept')).data.itemState).toBe(
      'published',
    );
    expect((await view(null, id)).data.coCreators.map(({ name }) => name)).toEqual(['Fritz', 'Sena']);
    expect(noticesOf(owner)).toEqual([
      'Fritz accepted and is now shown on “Two kilns”.',
      'Sena accepted and is now shown on “Two kilns”.',
      '“Two kilns” is published.',
    ]);
    expect(
      (
        await db
          .select({ videos: performers.videos })
          .from(performers)
          .where(eq(performers.accountId, owner.id))
      )[0]?.videos,
    ).toBe(1);
  });

  test("who decline are removed, and aren't asked again", async () => {
    const { owner, first, second, id } = await waiting();
    await answer(first, (await requestOf(first, id))._id, 'accept');
    expect((await answer(second, (await requestOf(second, id))._id, 'decline')).data).toMatchObject({
      state: 'declined',
      files: [],
      itemState: 'published',
    });
    expect((await view(null, id)).data.coCreators.map(({ _id }) => _id)).toEqual([first.id]);
    await edit(owner, id, { coCreatorIds: [] });
    await edit(owner, id, { coCreatorIds: [second.id] });
    expect((await own(owner, id)).tagged).toMatchObject([
      { performer: { _id: second.id }, state: 'declined' },
    ]);
    expect((await answer(second, (await requestOf(second, id))._id, 'accept')).status).toBe(409);
  });

  test('see the item in the request itself, until they decline', async () => {
    const { first, id } = await waiting();
    const { files, _id } = await requestOf(first, id);
    const address = files[0]!.sources[0]!.url;
    const ask = askOf(backend);
    expect((await ask(address, { token: first.token })).status).toBe(200);
    expect((await ask(address, { token: (await makeFan()).token })).status).not.toBe(200);
    await answer(first, _id, 'decline');
    expect((await requestOf(first, id)).files).toEqual([]);
  });

  test('can be removed by the owner, and can leave by themselves', async () => {
    const { owner, first, second, id } = await waiting();
    expect((await withdraw(owner, (await requestOf(first, id))._id)).status).toBe(200);
    expect((await requests(first)).data).toEqual([]);
    const request = await requestOf(second, id);
    await answer(second, request._id, 'accept');
    expect((await view(null, id)).data.coCreators).toHaveLength(1);
    expect((await withdraw(second, request._id)).status).toBe(200);
    expect((await view(null, id)).data.coCreators).toEqual([]);
    expect((await own(owner, id)).tagged).toMatchObject([{ state: 'declined' }]);
  });

  test('who are removed while pending let the item go ahead', async () => {
    const { owner, id } = await waiting();
    expect((await edit(owner, id, { coCreatorIds: [] })).data).toMatchObject({
      state: 'published',
      tagged: [],
    });
  });

  test('are asked again if the video is replaced, but not if only the text changes', async () => {
    const { owner, first, second, id } = await waiting();
    for (const who of [first, second]) await answer(who, (await requestOf(who, id))._id, 'accept');
    expect((await edit(owner, id, { title: 'Three kilns' })).data.state).toBe('published');
    expect((await edit(owner, id, { fileId: await makeFilm(owner.id) })).data.state).toBe('waiting');
    expect((await requestOf(first, id)).state).toBe('pending');
  });

  test('added to a published item are shown once they accept; it stays published', async () => {
    const [owner, other] = [await makeCreator(), await makeCreator()];
    const id = await makeVideo(owner.id);
    expect((await edit(owner, id, { coCreatorIds: [other.id] })).data).toMatchObject({
      state: 'published',
      coCreators: [],
    });
    await answer(other, (await requestOf(other, id))._id, 'accept');
    expect((await view(null, id)).data.coCreators).toHaveLength(1);
  });

  test('can be given with the upload, and the schedule applies after they accept', async () => {
    const [owner, other] = [await makeCreator(), await makeCreator()];
    const scheduledAt = new Date(ports.clock.now().getTime() + 3_600_000).toISOString();
    const form = filmForm({ title: 'Together', coCreatorIds: other.id, scheduledAt });
    const { data } = await raw<{ _id: string }>('POST /performer/performer-assets/videos/upload', {
      token: owner.token,
      form,
    });
    await backend.runJobs();
    expect((await own(owner, data._id)).state).toBe('waiting');
    await answer(other, (await requestOf(other, data._id))._id, 'accept');
    expect((await own(owner, data._id)).state).toBe('scheduled');
    ports.clock.move('61m');
    await backend.runJobs();
    expect((await own(owner, data._id)).state).toBe('published');
  });

  test('responding at the same time: the last one publishes, once', async () => {
    const owner = await makeCreator();
    const others = await Promise.all(Array.from({ length: 10 }, () => makeCreator()));
    const id = await makeVideo(owner.id, { state: 'draft' });
    await edit(owner, id, { coCreatorIds: others.map((other) => other.id), state: 'published' });
    const asked = await Promise.all(others.map((other) => requestOf(other, id)));
    await Promise.all(
      others.flatMap((other, at) => [
        answer(other, asked[at]!._id, 'accept'),
        answer(other, asked[at]!._id, 'accept'),
      ]),
    );
    expect((await own(owner, id)).state).toBe('published');
    expect(
      (
        await db
          .select({ videos: performers.videos })
          .from(performers)
          .where(eq(performers.accountId, owner.id))
      )[0]?.videos,
    ).toBe(1);
  });
});

describe('eligibility for tagging', () => {
  test.each([
    ['the creator', async (owner: Person) => owner.id],
    ['a fan', async () => (await makeFan()).id],
    ['one who isn’t approved', async () => (await makeCreator({}, { verified: 'pending' })).id],
    ['nobody', async () => ports.ids()],
    [
      'one who blocked the creator',
      async (owner: Person) => {
        const other = await makeCreator();
        await block(other.id, owner.id);
        return other.id;
      },
    ],
    [
      'one whom the creator blocked',
      async (owner: Person) => {
        const other = await makeCreator();
        await block(owner.id, other.id);
        return other.id;
      },
    ],
  ])('excludes %s', async (_, whom) => {
    const owner = await makeCreator();
    const id = await makeVideo(owner.id, { state: 'draft' });
    const refused = await edit(owner, id, { coCreatorIds: [await whom(owner)], title: 'Changed' });
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'coCreatorIds']);
    expect(await db.select().from(coCreators).where(eq(coCreators.itemId, id))).toEqual([]);
    expect((await own(owner, id)).title).not.toBe('Changed');
  });
});

describe('a block', () => {
  test('made meanwhile hides the request, which is no longer waited for', async () => {
    const { owner, first, second, id } = await waiting();
    const request = await requestOf(first, id);
    await block(first.id, owner.id);
    expect((await requests(first)).data).toEqual([]);
    expect((await answer(first, request._id, 'accept')).status).toBe(404);
    expect((await own(owner, id)).tagged.map(({ performer }) => performer._id)).toEqual([second.id]);
    await answer(second, (await requestOf(second, id))._id, 'accept');
    expect((await own(owner, id)).state).toBe('published');
  });

  test("or a closed country hides a co-creator's name from the people concerned, but not the item", async () => {
    const { first, second, id } = await waiting();
    for (const who of [first, second]) await answer(who, (await requestOf(who, id))._id, 'accept');
    const fan = await makeFan();
    await block(fan.id, first.id);
    expect((await view(fan, id)).data.coCreators.map(({ _id }) => _id)).toEqual([second.id]);
    await closeCountry(second.id, 'NZ');
    ports.geo.countries.set('198.51.100.9', 'NZ');
    expect((await view(fan, id, '198.51.100.9')).data.coCreators).toEqual([]);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, second.id));
    expect((await view(null, id)).data.coCreators.map(({ _id }) => _id)).toEqual([first.id]);
  });
});
