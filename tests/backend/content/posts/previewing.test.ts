import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { feedFiles, feeds, pollVotes } from '#backend/db/schema/posts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import type { PreviewAs } from '#contract/content/posts/posts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makePost, makeFile, follow, subscribe } = postsIn(app);

let owner: Person;
let other: Person;
beforeAll(async () => {
  owner = await makeCreator({}, { monthlyPrice: 799 });
  other = await makeCreator();
});
const preview = (id: string, as: PreviewAs, who = owner) =>
  ok('GET /performer/feeds/:id/preview', { token: who.token, params: { id }, query: { as } });

describe('a preview of a post', () => {
  it.each([
    [{ audience: 'public' }, { visitor: 'free', follower: 'free', subscriber: 'free' }],
    [{ audience: 'followers' }, { visitor: 'locked', follower: 'follower', subscriber: 'subscriber' }],
    [{ audience: 'subscribers' }, { visitor: 'locked', follower: 'locked', subscriber: 'subscriber' }],
    [
      { audience: 'public', price: 20 },
      { visitor: 'locked', follower: 'locked', subscriber: 'locked' },
    ],
    [
      { audience: 'public', price: 20, includedInSubscription: true },
      { visitor: 'locked', follower: 'locked', subscriber: 'included' },
    ],
  ] as const)('of %o says what people get', async (terms, expected) => {
    const [fan, follower, subscriber] = [await makeFan(), await makeFan(), await makeFan()];
    await follow(follower.id, owner.id);
    await subscribe(subscriber.id, owner.id);
    const people = { visitor: fan, follower, subscriber };
    const fileId = await makeFile(owner.id);
    const id = await makePost(owner.id, { type: 'photo', text: 'The words', ...terms }, [fileId]);
    for (const as of ['visitor', 'follower', 'subscriber'] as const) {
      const { access, post } = await preview(id, as);
      expect([as, access.reason]).toEqual([as, expected[as]]);
      // The same as they really get.
      const real = await ok('GET /user/feeds/:id', { token: people[as].token, params: { id } });
      expect(access).toEqual(real.access);
      expect([post?.text, post?.media, post?.files.length]).toEqual([
        real.text,
        real.media,
        real.files.length,
      ]);
      expect(post?.files.map(({ url }) => url !== null)).toEqual(real.files.map(({ url }) => url !== null));
    }
    expect(await preview(id, 'closed')).toMatchObject({ access: { reason: 'country' }, post: null });
  });

  it('shows a draft as it will be, with URLs that open for its creator only', async () => {
    const fileId = await makeFile(owner.id);
    const id = await makePost(owner.id, { type: 'photo', text: 'Soon', audience: 'public', state: 'draft' }, [
      fileId,
    ]);
    const { post } = await preview(id, 'visitor');
    expect(post).toMatchObject({ text: 'Soon', access: { allowed: true, reason: 'free' } });
    expect(post?.files[0]?.url).not.toContain('k=open');
  });

  it('is for its creator only, while they are approved', async () => {
    const id = await makePost(owner.id, { text: 'Mine' });
    for (const who of [other, await makeFan()])
      expect(
        (
          await call('GET /performer/feeds/:id/preview', {
            token: who.token,
            params: { id },
            query: { as: 'visitor' },
          })
        ).status,
      ).toBe(who === other ? 404 : 403);
    await db.update(performers).set({ verified: 'rejected' }).where(eq(performers.accountId, owner.id));
    expect(await preview(id, 'visitor')).toMatchObject({ access: { reason: 'unpublished' }, post: null });
    await db.update(performers).set({ verified: 'approved' }).where(eq(performers.accountId, owner.id));
  });
});

describe('a duplicate of a post', () => {
  const duplicate = (id: string, who = owner) =>
    call('POST /performer/feeds/:id/duplicate', { token: who.token, params: { id } });

  it('is a draft with its text, files, audience and price, but neither its dates nor its counts', async () => {
    const [fileId, thumbnailId] = [await makeFile(owner.id), await makeFile(owner.id)];
    const id = await makePost(
      owner.id,
      {
        type: 'photo',
        text: 'Twice',
        audience: 'followers',
        price: 30,
        includedInSubscription: true,
        commentsEnabled: false,
        pinned: true,
        thumbnailId,
        likes: 4,
        expiresAt: new Date(ports.clock.now().getTime() + 86_400_000),
      },
      [fileId],
    );
    const { status, data } = await duplicate(id);
    expect([status, data.state]).toEqual([201, 'draft']);
    expect(data).toMatchObject({
      text: 'Twice',
      audience: 'followers',
      price: 30,
      includedInSubscription: true,
      commentsEnabled: false,
      pinned: false,
      counts: { likes: 0 },
      scheduledAt: null,
      expiresAt: null,
      publishedAt: null,
    });
    expect([data.files[0]?._id, data.thumbnail?._id]).toEqual([fileId, thumbnailId]);
    // The files stay for as long as one of both needs them.
    await ok('DELETE /performer/feeds/:id', { token: owner.token, params: { id } });
    expect(
      (await ok('GET /performer/feeds/:id', { token: owner.token, params: { id: data._id } })).files,
    ).toHaveLength(1);
    expect(await db.select().from(feedFiles).where(eq(feedFiles.fileId, fileId))).toHaveLength(1);
  });

  it('of a poll has its answers without votes and end', async () => {
    const made = await ok('POST /performer/feeds/polls', {
      token: owner.token,
      body: {
        audience: 'public',
        poll: {
          question: 'Which?',
          options: ['One', 'Two'],
          expiresAt: new Date(ports.clock.now().getTime() + 86_400_000).toISOString(),
        },
      },
    });
    const fan = await makeFan();
    await ok('POST /user/feeds/vote/:id', {
      token: fan.token,
      params: { id: made._id },
      body: { optionIds: [made.poll!.options[0]!._id] },
    });
    const { data } = await duplicate(made._id);
    expect(data).toMatchObject({
      type: 'poll',
      state: 'draft',
      poll: { question: 'Which?', total: 0, expiresAt: null },
    });
    expect(data.poll!.options.map(({ text, votes }) => [text, votes])).toEqual([
      ['One', 0],
      ['Two', 0],
    ]);
    expect(await db.select().from(pollVotes).where(eq(pollVotes.feedId, data._id))).toEqual([]);
  });

  it('isn’t made of somebody else’s', async () => {
    const id = await makePost(owner.id, { text: 'Mine' });
    const before = await db.$count(feeds);
    expect((await duplicate(id, other)).status).toBe(404);
    expect(await db.$count(feeds)).toBe(before);
  });
});
