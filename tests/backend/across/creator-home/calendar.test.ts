import { beforeEach, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { broadcastsIn } from '../../../setup/broadcasting.ts';
import { goingLiveIn } from '../../../setup/going-live.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, call, ports } = app;
const { makePost, follow } = postsIn(app);
const at = (text: string) => new Date(text);
const november = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-06T00:00:00.000Z' };

let creator: Person;
beforeEach(async () => {
  ports.clock.set('2026-11-20T09:00:00Z');
  creator = await app.makeCreator();
});
const calendar = (query = november, who = creator) =>
  ok('GET /performer/calendar', { token: who.token, query });

test('what was published and is planned within the weeks, in the order of time, of the viewer alone', async () => {
  const published = await makePost(creator.id, {
    text: '**Kiln** day',
    publishedAt: at('2026-11-03T08:00:00Z'),
  });
  const over = await makePost(creator.id, {
    state: 'expired',
    text: 'For a week',
    publishedAt: at('2026-11-05T08:00:00Z'),
    expiresAt: at('2026-11-12T08:00:00Z'),
  });
  const planned = await makePost(creator.id, {
    state: 'scheduled',
    text: 'Later',
    publishedAt: null,
    scheduledAt: at('2026-11-28T08:00:00Z'),
  });
  await makePost(creator.id, {
    state: 'failed',
    text: '',
    publishedAt: null,
    scheduledAt: at('2026-11-29T08:00:00Z'),
  });
  await makePost(creator.id, { state: 'draft', publishedAt: null, scheduledAt: at('2026-11-25T08:00:00Z') });
  await makePost(creator.id, { state: 'archived', publishedAt: at('2026-11-04T08:00:00Z') });
  await makePost(creator.id, { text: 'Before', publishedAt: at('2026-10-31T23:59:59Z') });
  await makePost(creator.id, { text: 'The end', publishedAt: at(november.to) });
  await follow((await app.makeFan()).id, creator.id);
  await broadcastsIn(app).send(creator, { text: 'To all', scheduledAt: '2026-11-27T08:00:00.000Z' });
  await goingLiveIn(app).tryLive(creator, { title: 'Friday', scheduledAt: '2026-11-26T08:00:00.000Z' });
  const { data, isComplete } = await calendar();
  expect(isComplete).toBe(true);
  expect(data.map(({ kind, title, state }) => [kind, title, state])).toEqual([
    ['post', 'Kiln day', 'published'],
    ['post', 'For a week', 'expired'],
    ['stream', 'Friday', 'scheduled'],
    ['mass_message', 'To all', 'scheduled'],
    ['post', 'Later', 'scheduled'],
    ['post', null, 'failed'],
  ]);
  expect([data[0]?.href, data[1]?.href, data[4]?.href]).toEqual([
    `/feeds/${published}`,
    `/feeds/${over}`,
    `/creator/feeds/${planned}`,
  ]);
  expect((await calendar(november, await app.makeCreator())).data).toEqual([]);
});

test('a post that was moved is on its new day, and can’t be moved to the past', async () => {
  const { _id: id } = await ok('POST /performer/feeds', {
    token: creator.token,
    body: { text: 'Soon', scheduledAt: '2026-11-28T08:00:00.000Z' },
  });
  const move = (scheduledAt: string) =>
    call('PUT /performer/feeds/:id', { token: creator.token, params: { id }, body: { scheduledAt } });
  const moved = await move('2026-11-30T08:00:00.000Z');
  expect(moved.status, moved.text).toBe(200);
  expect((await calendar()).data[0]?.at).toBe('2026-11-30T08:00:00.000Z');
  expect((await move('2026-11-19T08:00:00.000Z')).status).toBe(422);
  expect((await calendar()).data[0]?.at).toBe('2026-11-30T08:00:00.000Z');
});

test('too many weeks, an end before the start and a time before 1970 are refused', async () => {
  for (const query of [
    { ...november, to: '2026-12-17T00:00:00.000Z' },
    { ...november, to: november.from },
    { from: '0001-01-01T00:00:00.000Z', to: '0001-01-02T00:00:00.000Z' },
  ])
    expect((await call('GET /performer/calendar', { token: creator.token, query })).status).toBe(422);
});
