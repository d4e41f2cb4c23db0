import { type Row, creators } from './row.ts';
import type { Scene } from './scene.ts';

let made = 0;
const plan = (list: 'posts' | 'orders') => ({
  list,
  name: `View ${++made}`,
  filters: { state: 'draft' },
});

/** A view of the owner; for other creators, it doesn't exist. */
const ownView = async ({ app, owner: { token } }: Scene) => {
  const { data } = await app.ok('GET /performer/pinned-views', { token, query: { list: 'orders' } });
  const { _id: id } =
    data[0] ?? (await app.ok('POST /performer/pinned-views', { token, body: plan('orders') }));
  return { params: { id } };
};
const ownOnly = '401 403 403 403 200 404 403 403 401 401';

export const pinnedViewRows = {
  'GET /performer/pinned-views': [{ cells: creators(200), given: () => ({ query: { list: 'posts' } }) }],
  'POST /performer/pinned-views': [{ cells: creators(201), given: () => ({ body: plan('posts') }) }],
  'PUT /performer/pinned-views/:id': [
    {
      cells: ownOnly,
      id: 'params.id',
      given: async (scene) => ({ ...(await ownView(scene)), body: { name: `Renamed ${++made}` } }),
    },
  ],
  'DELETE /performer/pinned-views/:id': [{ cells: ownOnly, id: 'params.id', given: ownView }],
} satisfies Record<string, readonly Row[]>;
