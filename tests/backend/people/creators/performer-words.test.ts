import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { galleries } from '#backend/db/schema/galleries.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ok, makeFan, makeCreator } = app;
const { block, closeCountry } = postsIn(app);

let painter: Person;
let player: Person;
let fan: Person;
beforeAll(async () => {
  painter = await makeCreator(
    { username: 'north.light', name: 'Élif Demir', bio: 'Watercolour, mostly weeds.' },
    { categories: ['ceramics', 'art'], followers: 9 },
  );
  player = await makeCreator(
    { username: 'blue_notes', name: 'Sam Okoro', bio: 'Horn and hat.' },
    { categories: ['jazz', 'music'], followers: 5 },
  );
  fan = await makeFan();
});
const find = async (q: string, who: Person | null = fan) =>
  (await ok('GET /performers/user/search', { token: who?.token ?? null, query: { q } })).data.map(
    ({ username }) => username,
  );

describe('a creator is found by', () => {
  test.each([
    ['a category', 'jazz', 'blue_notes'],
    ['another', 'Ceramics', 'north.light'],
    ['a word of the bio', 'watercolour', 'north.light'],
    ['its American spelling', 'watercolor', 'north.light'],
    ['the handle', 'north.light', 'north.light'],
    ['the handle with @', '@north.light', 'north.light'],
    ['the handle run together', '@northlight', 'north.light'],
    ['the beginning of a word', 'nor', 'north.light'],
    ['two letters', 'bl', 'blue_notes'],
    ['a part of a word', 'color', 'north.light'],
    ['a name without its accent', 'elif', 'north.light'],
    ['a name with it', 'Élif', 'north.light'],
    ['words of different places', 'demir art', 'north.light'],
    ['a letter too few', 'ceramcs', 'north.light'],
    ['a letter too many', 'cerammics', 'north.light'],
    ['another letter', 'cerimics', 'north.light'],
    ['two letters swapped', 'cermaics', 'north.light'],
  ])('%s: “%s”', async (_, q, username) => {
    if (q === 'color')
      await db.update(accounts).set({ bio: 'Watercolour and colorwork.' }).where(eq(accounts.id, painter.id));
    expect(await find(q)).toEqual([username]);
  });

  test('a tag of something published, and nothing else', async () => {
    const at = ports.clock.now();
    const gallery = {
      audience: 'public' as const,
      performerId: player.id,
      title: 'Nights',
      createdAt: at,
      updatedAt: at,
    };
    await db.insert(galleries).values([
      { ...gallery, id: ports.ids(), tags: ['trumpets', 'night'], state: 'published', publishedAt: at },
      { ...gallery, id: ports.ids(), tags: ['secretproject'], state: 'draft' },
    ]);
    expect([await find('trumpets'), await find('trumpest'), await find('secretproject')]).toEqual([
      ['blue_notes'],
      ['blue_notes'],
      [],
    ]);
  });
});

test('nobody is found by an unknown word, by symbols only, or if any of the words is unknown', async () => {
  for (const q of ['xylophone', '@', '%', '...', 'jazz xylophone', 'jazz ceramics'])
    expect(await find(q), q).toEqual([]);
});

test("an existing word isn't treated as a typo of another", async () => {
  await makeCreator({ username: 'matt', name: 'Matt' }, { categories: ['jazzy'] });
  expect(await find('jazzy')).toEqual(['matt']);
});

test('a changed name, bio or category applies at once; blocks and closed countries are respected', async () => {
  await db
    .update(accounts)
    .set({ name: 'Zinnia Demir', bio: 'Gone fishing.' })
    .where(eq(accounts.id, painter.id));
  await db
    .update(performers)
    .set({ categories: ['outdoors'] })
    .where(eq(performers.accountId, painter.id));
  expect([
    await find('zinnia'),
    await find('fishing'),
    await find('outdoors'),
    await find('ceramics'),
  ]).toEqual([['north.light'], ['north.light'], ['north.light'], []]);
  const other = await makeFan();
  await block(painter.id, other.id);
  expect([await find('zinnia', other), await find('zinnia', null)]).toEqual([[], ['north.light']]);
  await closeCountry(painter.id, 'NO');
  expect(await find('zinnia', painter)).toEqual(['north.light']);
});
