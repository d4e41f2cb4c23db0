import { expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const { call, ok, settings, makeCreator } = await testBackend();
const tryAdd = (creator: Person, title: string, text = 'Hello, {name}') =>
  call('POST /quick-replies', { token: creator.token, body: { title, text } });
const titles = async (creator: Person) =>
  (await ok('GET /quick-replies', { token: creator.token })).data.map(({ title }) => title);
const tryOrder = (creator: Person, ids: string[]) =>
  call('PUT /quick-replies', { token: creator.token, body: { ids } });

test('keep the creator’s order through adding, moving, changing and deleting', async () => {
  const creator = await makeCreator();
  const made = [];
  for (const title of ['Hello', 'Prices', 'Thanks']) made.push((await tryAdd(creator, title)).data._id);
  expect(await titles(creator)).toEqual(['Hello', 'Prices', 'Thanks']);
  const [hello, prices, thanks] = made as [string, string, string];
  expect((await tryOrder(creator, [thanks, hello, prices])).data.data.map(({ _id }) => _id)).toEqual([
    thanks,
    hello,
    prices,
  ]);
  await ok('DELETE /quick-replies/:id', { token: creator.token, params: { id: hello } });
  const changed = await ok('PUT /quick-replies/:id', {
    token: creator.token,
    params: { id: prices },
    body: { title: 'What it costs', text: 'Ten tokens' },
  });
  expect(changed).toEqual({ _id: prices, title: 'What it costs', text: 'Ten tokens' });
  await tryAdd(creator, 'Last');
  expect(await titles(creator)).toEqual(['Thanks', 'What it costs', 'Last']);
});

test('an order that doesn’t name each of them once is refused, and changes nothing', async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()];
  const ids = [];
  for (const title of ['One', 'Two']) ids.push((await tryAdd(creator, title)).data._id);
  const theirs = (await tryAdd(other, 'Theirs')).data._id;
  const [one, two] = ids as [string, string];
  for (const order of [[two], [two, two], [two, one, theirs], [two, theirs], []])
    expect((await tryOrder(creator, order)).status).toBe(422);
  expect(await titles(creator)).toEqual(['One', 'Two']);
  expect(await titles(other)).toEqual(['Theirs']);
});

test('the limit of the site holds, also when several are added at once', async () => {
  await settings.set('quickRepliesMax', 3);
  const creator = await makeCreator();
  const answers = await Promise.all(['1', '2', '3', '4', '5'].map((title) => tryAdd(creator, title)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409, 409]);
  const { data, max } = await ok('GET /quick-replies', { token: creator.token });
  expect([data.length, max]).toEqual([3, 3]);
  await settings.set('quickRepliesMax', 50);
});

test('wrong input is refused by field', async () => {
  const creator = await makeCreator();
  for (const [title, text, field] of [
    [' ', 'Hi', 'title'],
    ['x'.repeat(41), 'Hi', 'title'],
    ['Hi', '  ', 'text'],
    ['Hi', 'x'.repeat(5_001), 'text'],
    ['Hi', '{name}'.repeat(84), 'text'],
  ] as const) {
    const { status, problem } = await tryAdd(creator, title, text);
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field]);
  }
  expect(await titles(creator)).toEqual([]);
});
