import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
import { among } from './stage.ts';
import { type Json, type Subject, each, edit } from './edit.ts';

const automatic =
  (state: 'never' | 'on' | 'off') =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok, makeCreator } = app;
    const [by, other] = [await makeCreator(), await makeCreator()];
    const params = { kind: 'follow' as const };
    if (state !== 'never')
      await ok('PUT /automatic-messages/:kind', {
        token: by.token,
        params,
        body: {
          isOn: state === 'on',
          text: 'Hello, {name}',
          files: [await postsIn(app).makeFile(by.id)],
          price: 5,
        },
      });
    const readBy = async (token: string): Promise<Json> => ({
      ...(await ok('GET /automatic-messages', { token })).data.find(({ kind }) => kind === 'follow'),
    });
    return {
      params,
      by,
      read: () => readBy(by.token),
      onlookers: [
        {
          name: 'other creator',
          read: async () => {
            const theirs = await readBy(other.token);
            return [theirs['updatedAt'] === null ? null : theirs];
          },
          sight: () => 'hidden',
        },
      ],
    };
  };
const moves = ['isOn', 'text', 'files', 'price', 'updatedAt'];
export const automaticEdit = edit<'never' | 'on' | 'off'>({
  states: { never: automatic('never'), on: automatic('on'), off: automatic('off') },
  along: { isOn: true, text: 'Hello again' },
  fields: {
    isOn: each({ value: true, moves }, { value: false, moves }),
    text: each({ value: 'Welcome, {name}', moves }, { value: '', refused: 422 }),
    files: each({ value: [], moves }),
    price: each({ value: 0, moves }, { value: 5, refused: 422 }, { value: -1, refused: 422 }),
  },
});

const quickReply =
  (kind: 'first' | 'second') =>
  async ({ ok, makeCreator }: TestBackend): Promise<Subject> => {
    const [by, other] = [await makeCreator(), await makeCreator()];
    const ids: string[] = [];
    for (const title of ['Thanks', 'Prices'])
      ids.push((await ok('POST /quick-replies', { token: by.token, body: { title, text: 'Hi' } }))._id);
    const id = ids[kind === 'first' ? 0 : 1]!;
    const readBy = async (token: string) => among(await ok('GET /quick-replies', { token }), id);
    return {
      params: { id },
      by,
      read: async () => (await readBy(by.token)) as Json,
      onlookers: [
        { name: 'other creator', read: async () => [await readBy(other.token)], sight: () => 'hidden' },
      ],
    };
  };
export const quickReplyEdit = edit<'first' | 'second'>({
  states: { first: quickReply('first'), second: quickReply('second') },
  along: { title: 'Greeting', text: 'Hello, {name}' },
  fields: {
    title: each(
      { value: 'Welcome', moves: ['text'] },
      { value: ' ', refused: 422 },
      { value: 'x'.repeat(41), refused: 422 },
    ),
    text: each({ value: 'Bye', moves: ['title'] }, { value: ' ', refused: 422 }),
  },
});

const quickReplyOrder = async ({ ok, makeCreator }: TestBackend): Promise<Subject> => {
  const by = await makeCreator();
  for (const title of ['Thanks', 'Prices', 'Later'])
    await ok('POST /quick-replies', { token: by.token, body: { title, text: 'Hi' } });
  return {
    by,
    read: async () => ({
      ids: (await ok('GET /quick-replies', { token: by.token })).data.map(({ _id }) => _id),
    }),
  };
};
export const quickReplyOrderEdit = edit<'three'>({
  states: { three: quickReplyOrder },
  fields: {
    ids: {
      changes: async (_, { read }) => {
        const [first, second, third] = (await read())['ids'] as string[];
        return [
          { value: [third, first, second] },
          { value: [third, first], refused: 422 },
          { value: [third, first, first], refused: 422 },
        ];
      },
    },
  },
});
