import type { TestBackend } from '../setup/backend.ts';
import { type Json, type Subject, each, edit } from './edit.ts';

async function makeList(app: TestBackend, kind: 'empty' | 'full') {
  const { ok, makeCreator, makeFan } = app;
  const [creator, by] = [await makeCreator(), await makeFan()];
  const { token } = by;
  const { _id: id } = await ok('POST /creator-lists', { token, body: { name: 'Painters' } });
  const params = { id, performerId: creator.id };
  if (kind === 'full') await ok('PUT /creator-lists/:id/creators/:performerId', { token, params });
  return { by, id, params };
}

const list =
  (kind: 'empty' | 'full') =>
  async (app: TestBackend): Promise<Subject> => {
    const { by, id } = await makeList(app, kind);
    const stranger = await app.makeFan();
    const seenBy = async (token: string) =>
      ((await app.ok('GET /creator-lists', { token })).data.find(({ _id }) => _id === id) ??
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
export const creatorListEdit = edit<'empty' | 'full'>({
  states: { empty: list('empty'), full: list('full') },
  fields: { name: each({ value: 'Potters' }, { value: ' ', refused: 422 }) },
});

const membership =
  (kind: 'empty' | 'full') =>
  async (app: TestBackend): Promise<Subject> => {
    const { by, id, params } = await makeList(app, kind);
    return {
      params,
      by,
      read: async () => ({
        isIn:
          (await app.ok('GET /creator-lists/:id/creators', { token: by.token, params: { id } })).data
            .length === 1,
      }),
    };
  };
export const listedCreatorEdit = edit<'in' | 'out'>({
  states: { in: membership('full'), out: membership('empty') },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isIn'] }],
      read: (own) => own['isIn'],
    },
  },
});
