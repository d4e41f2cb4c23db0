import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { approvePerformer } from '#backend/domain/across/operator/performers.ts';
import { mayRenew } from '#backend/domain/trade/subscriptions/renewal-rules.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';

/* The works of a creator whose document has expired: unreachable, kept, and back with the next approval. */
const app = await testBackend();
const { backend, call, ok, ctx, db, ports, makeCreator, makeFan, openSession } = app;
const { makeFile, makePost, buy, follow, subscribe } = postsIn(app);

const creator = await makeCreator(
  { username: 'vera', name: 'Vera' },
  { verifiedUntil: new Date(ports.clock.now().getTime() + 20 * 86_400_000) },
);
const fan = await makeFan();
const file = await makeFile(creator.id);
const open = await makePost(creator.id, { audience: 'public' }, [file]);
const sold = await makePost(creator.id, { price: 10 });
await follow(fan.id, creator.id);
await subscribe(fan.id, creator.id, 60);
await buy(fan.id, sold, creator.id);

const asFan = async () => ({ token: (await openSession(fan.id)).token });
const image = async (token: string | undefined) => {
  const post = await ok('GET /user/feeds/:id', { params: { id: open }, token });
  return post.files[0]?.url ?? '';
};
const media = async (url: string) =>
  (await backend.fetch(new Request(`http://localhost${url}`), { ip: '192.0.2.1' })).status;

/** What a fan and a visitor find of the creator. */
async function reach() {
  const { token } = await asFan();
  const ids = (list: { data: { _id: string }[] }) => list.data.map(({ _id }) => _id);
  const names = (list: { data: { username: string }[] }) => list.data.map(({ username }) => username);
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  return {
    profile: await status(call('GET /performers/:id', { params: { id: 'vera' }, token })),
    visitorsProfile: await status(call('GET /performers/:id', { params: { id: creator.id } })),
    post: await status(call('GET /user/feeds/:id', { params: { id: open }, token })),
    timeline: ids(await ok('GET /user/feeds', { token })).includes(open),
    visitorsTimeline: ids(await ok('GET /user/feeds', {})).includes(open),
    search: names(await ok('GET /performers/user/search', { query: { q: 'vera' } })).includes('vera'),
    top: names(await ok('GET /performers/top', {})).includes('vera'),
    random: names(await ok('GET /performers/search/random', {})).includes('vera'),
    people: names(await ok('GET /users/search', { token, query: { q: 'vera' } })).includes('vera'),
    comments: await status(call('GET /comments', { token, query: { objectType: 'feed', objectId: open } })),
    like: await status(
      call('POST /reactions', { token, body: { objectType: 'feed', objectId: open, action: 'like' } }),
    ),
    tip: await status(
      call('POST /wallet/charges/tip/:id', {
        token,
        params: { id: creator.id },
        body: { amount: 10 },
      }),
    ),
    renews: await mayRenew(ctx, { userId: fan.id, performerId: creator.id } as never),
  };
}

test('expiry closes every surface but to buyers; the next approval opens all of them again', async () => {
  const before = await reach();
  expect(before).toMatchObject({ profile: 200, visitorsProfile: 200, post: 200, renews: true });
  expect([before.timeline, before.visitorsTimeline, before.search, before.top, before.people]).toEqual(
    Array(5).fill(true),
  );
  ports.clock.move('20d');
  const address = await image((await asFan()).token);
  const visitors = await image(undefined);
  ports.clock.move('1m');
  const bytes = new TextEncoder().encode('a picture');
  for (const url of [address, visitors]) {
    const rendition = url.split('/').at(-1)!.split('?')[0]!;
    await ports.objects.put(`files/${file}/${rendition}`, bytes, 'image/webp');
  }
  expect(await media(visitors)).toBe(200);
  await backend.runJobs();
  const [{ verified } = { verified: null }] = await db
    .select()
    .from(performers)
    .where(eq(performers.accountId, creator.id));
  expect(verified).toBe('expired');

  expect(await reach()).toEqual({
    ...Object.fromEntries(Object.keys(before).map((key) => [key, false])),
    profile: 404,
    visitorsProfile: 404,
    post: 404,
    comments: 404,
    like: 404,
    tip: 404,
  });
  // Not even by an address handed out before.
  expect(await media(visitors)).toBe(404);
  const bought = await ok('GET /user/feeds/:id', { ...(await asFan()), params: { id: sold } });
  expect(bought.access).toMatchObject({ allowed: true, reason: 'purchased' });
  // Nothing is lost to the creator either, who only can't publish.
  const token = (await openSession(creator.id)).token;
  expect((await ok('GET /performer/feeds', { token })).data.map(({ _id }) => _id).toSorted()).toEqual(
    [open, sold].toSorted(),
  );
  const publishing = await call('POST /performer/feeds', {
    token,
    body: { type: 'text', text: 'News', audience: 'public', state: 'published' } as never,
  });
  expect([publishing.status, publishing.problem.message]).toEqual([
    403,
    'Your identity document has expired. Send a new one to publish.',
  ]);

  await db
    .update(performers)
    .set({ verified: 'pending', submittedAt: ports.clock.now() })
    .where(eq(performers.accountId, creator.id));
  expect((await reach()).profile).toBe(404);
  await approvePerformer({ ...ctx, actor: 'olga', actorId: null }, 'vera');
  const { random: _random, like: _like, tip: _tip, ...after } = await reach();
  expect(before).toMatchObject(after);
  expect(await media(await image(undefined))).toBe(200);
});
