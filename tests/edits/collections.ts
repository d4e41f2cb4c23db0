import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
import { type Json, type Subject, each, edit } from './edit.ts';

async function makeCollection(app: TestBackend, kind: 'empty' | 'full') {
  const { ok, makeCreator, makeFan } = app;
  const [creator, by] = [await makeCreator(), await makeFan()];
  const place = { objectType: 'feed' as const, objectId: await postsIn(app).makePost(creator.id) };
  const { token } = by;
  await ok('POST /reactions', { token, body: { ...place, action: 'bookmark' } });
  const { _id: id } = await ok('POST /bookmark-collections', { token, body: { name: 'Glazes' } });
  const params = { id, ...place };
  if (kind === 'full')
    await ok('PUT /bookmark-collections/:id/items/:objectType/:objectId', { token, params });
  return { by, id, params };
}

const collection =
  (kind: 'empty' | 'full') =>
  async (app: TestBackend): Promise<Subject> => {
    const { by, id } = await makeCollection(app, kind);
    const stranger = await app.makeFan();
    const seenBy = async (token: string) =>
      ((await app.ok('GET /bookmark-collections', { token })).data.find(({ _id }) => _id === id) ??
        null) as Json | null;
    return {
      params: { id },
      by,
      read: async () => (await seenBy(by.token)) as Json,
      onlookers: [
        { name: 'stranger', read: async () => [await seenBy(stranger.token)], sight: () => 'hidden' },
      ],
    };
  };
export const collectionEdit = edit<'empty' | 'full'>({
  states: { empty: collection('empty'), full: collection('full') },
  fields: { name: each({ value: 'Kilns' }, { value: ' ', refused: 422 }) },
});

const membership =
  (kind: 'empty' | 'full') =>
  async (app: TestBackend): Promise<Subject> => {
    const { by, id, params } = await makeCollection(app, kind);
    return {
      params,
      by,
      read: async () => ({
        isIn:
          (await app.ok('GET /bookmark-collections/:id/items', { token: by.token, params: { id } })).data
            .length === 1,
      }),
    };
  };
export const membershipEdit = edit<'in' | 'out'>({
  states: { in: membership('full'), out: membership('empty') },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isIn'] }],
      read: (own) => own['isIn'],
    },
  },
});
