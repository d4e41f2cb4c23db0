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
const weekly = {
  title: ' Weekly ',
  type: 'text' as const,
  text: 'This **week**',
  audience: 'followers' as const,
  price: 40,
  includedInSubscription: true,
  commentsEnabled: false,
  poll: null,
};
const save = (body: object = {}, who = creator) =>
  ok('POST /performer/post-templates', { token: who.token, body: { ...weekly, ...body } });
const names = async (who = creator) =>
  (await ok('GET /performer/post-templates', { token: who.token })).data.map(({ title }) => title);

test('a template has everything of a post but its files and dates, and is its creator’s alone', async () => {
  const poll = { question: '', options: ['Red'], multiple: true, resultsVisible: 'always' as const };
  expect(await save()).toMatchObject({ ...weekly, title: 'Weekly' });
  expect((await save({ title: 'A poll', type: 'poll', poll })).poll).toEqual(poll);
  // Only a poll has answers.
  expect((await save({ title: 'Text', poll })).poll).toBeNull();
  expect(await names()).toEqual(['A poll', 'Text', 'Weekly']);
  expect(await names(await app.makeCreator())).toEqual([]);
});

test('one is renamed and deleted; another creator’s doesn’t exist', async () => {
  const { _id: id } = await save();
  const other = await app.makeCreator();
  const on = (who: Person) => ({ token: who.token, params: { id } });
  expect(
    (await call('PUT /performer/post-templates/:id', { ...on(other), body: { title: 'Mine' } })).status,
  ).toBe(404);
  expect((await call('DELETE /performer/post-templates/:id', on(other))).status).toBe(404);
  await ok('PUT /performer/post-templates/:id', { ...on(creator), body: { title: 'Monthly' } });
  expect(await names()).toEqual(['Monthly']);
  await ok('DELETE /performer/post-templates/:id', on(creator));
  expect(await names()).toEqual([]);
  expect((await call('DELETE /performer/post-templates/:id', on(creator))).status).toBe(404);
});

test('there is a limit, also for those saved at once, and it says what to do', async () => {
  const { most } = limits.postTemplate;
  for (let made = 0; made < most - 1; made += 1) await save({ title: `Number ${made}` });
  const replies = await Promise.all(
    [1, 2, 3].map(() => call('POST /performer/post-templates', { token: creator.token, body: weekly })),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toContain('You can have 50 templates.');
  expect(await names()).toHaveLength(most);
});

test('a template can’t be free and included in the subscription, nor cost too much', async () => {
  for (const body of [{ price: 0 }, { price: limits.itemPrice.max + 1 }, { text: 'x'.repeat(5_001) }])
    expect(
      (await call('POST /performer/post-templates', { token: creator.token, body: { ...weekly, ...body } }))
        .status,
    ).toBe(422);
});
