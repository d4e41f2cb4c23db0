import { type Row, creators, everybody, members, picture } from './row.ts';
import type { Scene } from './scene.ts';

/** A post addressed by its creator's own calls: fans have none, other creators no such post. */
const ownPostOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
const aPost = async (scene: Scene) => ({ params: { id: await scene.post() } });

export const postRows = {
  'POST /performer/feeds': [{ cells: creators(201), given: () => ({ body: { type: 'text', text: 'New', audience: 'public' } }) }],
  'GET /performer/feeds': [{ cells: creators(200) }],
  'GET /performer/feeds/:id': [{ cells: ownPostOnly(200), id: 'params.id', given: aPost }],
  'PUT /performer/feeds/:id': [{ cells: ownPostOnly(200), id: 'params.id', given: async (scene) => ({ ...(await aPost(scene)), body: { text: 'Changed' } }) }],
  'DELETE /performer/feeds/:id': [{ cells: ownPostOnly(200), id: 'params.id', given: aPost }],
  'POST /performer/feeds/photo/upload': [{ cells: creators(201), given: () => ({ form: picture() }) }],
  'GET /user/feeds': [
    { cells: everybody(200) },
    {
      case: 'of one creator: nobody’s to those who can’t meet them', cells: everybody(200), id: 'query.performerId', asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await scene.post({ audience: 'public' });
        return { query: { performerId: scene.owner.id } };
      },
    },
  ],
  'GET /user/feeds/:id': [
    { case: 'locked to most, but there', cells: '200 200 200 200 200 200 404 404 200 200', id: 'params.id', given: aPost },
    { case: 'not published', cells: '404 404 404 404 200 404 404 404 404 404', id: 'params.id', given: async (scene) => ({ params: { id: await scene.post({ state: 'draft', publishedAt: null }) } }) },
    {
      case: 'bought: stays readable after a block, from a closed country and after archiving', cells: '404 200 200 200 200 200 200 200 404 404', id: 'params.id',
      given: async (scene, who) => {
        const id = await scene.post({ state: 'archived', price: 10, audience: 'public' });
        await scene.buy(scene.accountOf(who).id, id);
        return { params: { id } };
      },
    },
  ],
  'POST /uploads/sign': [{ cells: members(200), given: () => ({ body: { fileName: 'clip.png', fileType: 'image/png' } }) }],
} satisfies Record<string, readonly Row[]>;
