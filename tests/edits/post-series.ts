import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
import { type Json, type Subject, each, edit } from './edit.ts';

async function makeSeries(app: TestBackend, kind: 'empty' | 'full') {
  const { ok, makeCreator, call } = app;
  const [by, other] = [await makeCreator(), await makeCreator()];
  const { token } = by;
  const { _id: id } = await ok('POST /performer/post-series', { token, body: { title: 'Glazing' } });
  const { makePost } = postsIn(app);
  const [postId, first] = [await makePost(by.id), await makePost(by.id)];
  if (kind === 'full')
    for (const each of [first, postId])
      await ok('PUT /performer/post-series/:id/posts/:postId', {
        token,
        params: { id, postId: each },
        body: {},
      });
  const seenBy = async (reader: string | undefined) => {
    const { status, text } = await call('GET /post-series/:id', { token: reader, params: { id } });
    return status === 200 ? (JSON.parse(text) as { data: Json }).data : null;
  };
  return { by, other, id, postId, seenBy };
}

const series =
  (kind: 'empty' | 'full') =>
  async (app: TestBackend): Promise<Subject> => {
    const { by, other, id, seenBy } = await makeSeries(app, kind);
    return {
      params: { id },
      by,
      read: () => app.ok('GET /performer/post-series/:id', { token: by.token, params: { id } }),
      onlookers: [
        {
          name: 'other creator',
          read: async () => [await seenBy(other.token)],
          sight: () => (kind === 'full' ? 'open' : 'hidden'),
        },
        {
          name: 'visitor',
          read: async () => [await seenBy(undefined)],
          sight: () => (kind === 'full' ? 'open' : 'hidden'),
        },
      ],
    };
  };
export const postSeriesEdit = edit<'empty' | 'full'>({
  states: { empty: series('empty'), full: series('full') },
  fields: {
    title: each({ value: 'Kilns' }, { value: ' ', refused: 422 }, { value: 'x'.repeat(81), refused: 422 }),
    description: each({ value: 'Three firings' }, { value: '' }, { value: 'x'.repeat(501), refused: 422 }),
  },
});

const membership =
  (kind: 'empty' | 'full') =>
  async (app: TestBackend): Promise<Subject> => {
    const { by, id, postId } = await makeSeries(app, kind);
    return {
      params: { id, postId },
      by,
      read: async () => {
        const { data } = await app.ok('GET /performer/post-series/:id/posts', {
          token: by.token,
          params: { id },
        });
        return { place: data.findIndex(({ _id }) => _id === postId) + 1 };
      },
    };
  };
export const seriesPlaceEdit = edit<'in' | 'out'>({
  states: { in: membership('full'), out: membership('empty') },
  fields: {
    position: {
      changes: () => [
        { value: 1, moves: ['place'] },
        { value: 0, refused: 422 },
      ],
      read: (own) => own['place'],
    },
  },
});
