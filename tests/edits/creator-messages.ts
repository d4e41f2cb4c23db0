import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
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
