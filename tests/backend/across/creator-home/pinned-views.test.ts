import { beforeEach, expect, test } from 'vitest';
import { limits } from '#config/limits.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, call } = app;

let creator: Person;
beforeEach(async () => {
  creator = await app.makeCreator();
});
const drafts = { list: 'posts' as const, name: 'Drafts', filters: { state: 'draft', q: 'glaze' } };
const pin = (body: object = {}, who = creator) =>
  call('POST /performer/pinned-views', { token: who.token, body: { ...drafts, ...body } });
const pinned = (body: object = {}) =>
  ok('POST /performer/pinned-views', { token: creator.token, body: { ...drafts, ...body } });
const namesOf = async (list: 'posts' | 'videos' = 'posts', who = creator) =>
  (await ok('GET /performer/pinned-views', { token: who.token, query: { list } })).data.map(
    ({ name }) => name,
  );

test('views are kept by list, in the order in which they were pinned, for their creator alone', async () => {
  expect(await pinned({ name: ' Drafts ' })).toMatchObject({ ...drafts, name: 'Drafts' });
  await pinned({ name: 'A poll', filters: { type: 'poll' } });
  await pinned({ list: 'videos', name: 'Drafts' });
  expect(await namesOf()).toEqual(['Drafts', 'A poll']);
  expect(await namesOf('videos')).toEqual(['Drafts']);
  expect(await namesOf('posts', await app.makeCreator())).toEqual([]);
});

test('one is renamed and removed; another creator’s doesn’t exist', async () => {
  const { _id: id } = await pinned();
  const other = await app.makeCreator();
  const on = (who: Person) => ({ token: who.token, params: { id } });
  expect(
    (await call('PUT /performer/pinned-views/:id', { ...on(other), body: { name: 'Mine' } })).status,
  ).toBe(404);
  expect((await call('DELETE /performer/pinned-views/:id', on(other))).status).toBe(404);
  await ok('PUT /performer/pinned-views/:id', { ...on(creator), body: { name: 'Unfinished' } });
  expect(await namesOf()).toEqual(['Unfinished']);
  await ok('DELETE /performer/pinned-views/:id', on(creator));
  expect(await namesOf()).toEqual([]);
  expect((await call('DELETE /performer/pinned-views/:id', on(creator))).status).toBe(404);
});

test('a name is used once in a list, whatever its case, also at once', async () => {
  const twice = await Promise.all([pin(), pin({ name: 'DRAFTS' })]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  expect(twice.find(({ status }) => status === 422)?.text).toContain('You already have a pinned view');
  const { _id: id } = await pinned({ name: 'Polls' });
  const renamed = await call('PUT /performer/pinned-views/:id', {
    token: creator.token,
    params: { id },
    body: { name: 'drafts' },
  });
  expect(renamed.status).toBe(422);
});

test('a list has a limit, also for those pinned at once; other lists have their own', async () => {
  const { most } = limits.pinnedViews;
  for (let made = 0; made < most - 1; made += 1) await pinned({ name: `Number ${made}` });
  const replies = await Promise.all(['x', 'y', 'z'].map((name) => pin({ name })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toContain('You can pin 10 views here.');
  expect(await namesOf()).toHaveLength(most);
  expect((await pin({ list: 'videos' })).status).toBe(201);
});

test('bodies are strict', async () => {
  for (const body of [
    { filters: {} },
    { filters: { page: '2' } },
    { filters: { q: ' ' } },
    { filters: { q: 'x'.repeat(101) } },
    { list: 'payouts' },
    { name: '' },
    { name: 'x'.repeat(41) },
    { color: 'red' },
  ])
    expect((await pin(body)).status).toBe(422);
  const listed = await call('GET /performer/pinned-views', {
    token: creator.token,
    query: { list: 'payouts' as 'posts' },
  });
  expect(listed.status).toBe(422);
});
