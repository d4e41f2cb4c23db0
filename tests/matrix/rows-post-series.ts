import { type Row, creators, everybody } from './row.ts';
import type { Scene } from './scene.ts';

/** Calls on one's own series: fans may not make them, other creators get a 404. */
const ownOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
/** Visitors, fans and creators see it, except those the creator doesn't meet. */
const whoMeets = '200 200 200 200 200 200 404 404 200 200';

/** A series of the owner's with a post that subscribers read. */
const aSeries = async (scene: Scene) => {
  const { app, owner } = scene;
  const { token } = owner;
  const title = `Series ${app.ports.ids()}`;
  const { _id: id } = await app.ok('POST /performer/post-series', { token, body: { title } });
  const postId = await scene.post();
  const params = { id, postId };
  await app.ok('PUT /performer/post-series/:id/posts/:postId', { token, params, body: {} });
  return params;
};
const given = async (scene: Scene) => ({ params: { id: (await aSeries(scene)).id } });

export const postSeriesRows = {
  'GET /performer/post-series': [{ cells: creators(200) }],
  'POST /performer/post-series': [
    { cells: creators(201), given: ({ app }) => ({ body: { title: `Glazing ${app.ports.ids()}` } }) },
  ],
  'GET /performer/post-series/:id': [{ cells: ownOnly(200), id: 'params.id', given }],
  'PUT /performer/post-series/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await given(scene)), body: { description: 'From clay to kiln' } }),
    },
  ],
  'DELETE /performer/post-series/:id': [{ cells: ownOnly(200), id: 'params.id', given }],
  'GET /performer/post-series/:id/posts': [{ cells: ownOnly(200), id: 'params.id', given }],
  'PUT /performer/post-series/:id/posts/:postId': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ params: await aSeries(scene), body: { position: 1 } }),
    },
    {
      case: 'the post is addressed',
      cells: ownOnly(200),
      id: 'params.postId',
      given: async (scene) => ({ params: await aSeries(scene), body: {} }),
    },
  ],
  'DELETE /performer/post-series/:id/posts/:postId': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ params: await aSeries(scene) }),
    },
  ],
  'GET /post-series': [
    {
      case: 'nobody’s to those who can’t meet the creator',
      cells: everybody(200),
      id: 'query.performerId',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await aSeries(scene);
        return { query: { performerId: scene.owner.id } };
      },
    },
  ],
  'GET /post-series/:id': [{ cells: whoMeets, id: 'params.id', given }],
  'GET /post-series/:id/posts': [{ cells: whoMeets, id: 'params.id', given }],
} satisfies Record<string, readonly Row[]>;
