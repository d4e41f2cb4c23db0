import { mp4 } from '../setup/videos.ts';
import { type Row, creators, everybody, picture } from './row.ts';
import type { Scene } from './scene.ts';

/** Calls on one's own posts: fans may not make them, other creators get a 404. */
const ownPostOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
const aPost = async (scene: Scene) => ({ params: { id: await scene.post() } });

function film(): FormData {
  const form = new FormData();
  form.set('file', mp4());
  return form;
}
/** The first bytes of an MP3. */
function recording(): FormData {
  const form = new FormData();
  form.set(
    'file',
    new File(
      [
        new Uint8Array([
          0x49,
          0x44,
          0x33,
          4,
          0,
          0,
          0,
          0,
          0,
          0,
          0xff,
          0xfb,
          0x90,
          0x64,
          ...Array.from({ length: 64 }, () => 0),
        ]),
      ],
      'song.mp3',
      { type: 'audio/mpeg' },
    ),
  );
  return form;
}

const template = {
  title: 'Weekly',
  type: 'text',
  text: 'This week',
  audience: 'public',
  price: 0,
  includedInSubscription: false,
  commentsEnabled: true,
  poll: null,
};
const aTemplate = async ({ app, owner }: Scene) => ({
  params: {
    id: (
      await app.ok('POST /performer/post-templates', {
        token: owner.token,
        body: { ...template, type: 'text', audience: 'public' },
      })
    )._id,
  },
});

export const postRows = {
  'GET /performer/post-templates': [{ cells: creators(200) }],
  'POST /performer/post-templates': [{ cells: creators(201), given: () => ({ body: template }) }],
  'PUT /performer/post-templates/:id': [
    {
      cells: ownPostOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aTemplate(scene)), body: { title: 'Monthly' } }),
    },
  ],
  'DELETE /performer/post-templates/:id': [{ cells: ownPostOnly(200), id: 'params.id', given: aTemplate }],
  'POST /performer/feeds': [
    {
      cells: creators(201),
      pending: 403,
      given: () => ({ body: { type: 'text', text: 'New', audience: 'public' } }),
    },
  ],
  'GET /performer/feeds': [{ cells: creators(200) }],
  'GET /performer/feeds/:id': [{ cells: ownPostOnly(200), id: 'params.id', given: aPost }],
  'PUT /performer/feeds/:id': [
    {
      case: 'archived',
      cells: ownPostOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aPost(scene)), body: { state: 'archived' } }),
    },
    {
      cells: ownPostOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aPost(scene)), body: { text: 'Changed' } }),
    },
  ],
  'DELETE /performer/feeds/:id': [{ cells: ownPostOnly(200), id: 'params.id', given: aPost }],
  'GET /performer/feeds/:id/preview': [
    {
      cells: ownPostOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aPost(scene)), query: { as: 'visitor' } }),
    },
  ],
  'POST /performer/feeds/:id/duplicate': [{ cells: ownPostOnly(201), id: 'params.id', given: aPost }],
  'POST /performer/feeds/link-card': [
    {
      cells: creators(200),
      given: ({ app, someCreator }) => ({
        body: { url: `${app.config.publicUrl}/${someCreator.username}` },
      }),
    },
  ],
  'POST /performer/feeds/polls': [
    {
      cells: creators(201),
      pending: 403,
      given: () => ({ body: { poll: { question: 'Which glaze?', options: ['Ash', 'Celadon'] } } }),
    },
  ],
  'POST /performer/feeds/audio/upload': [{ cells: creators(201), given: () => ({ form: recording() }) }],
  'POST /performer/feeds/video/upload': [{ cells: creators(201), given: () => ({ form: film() }) }],
  'POST /performer/feeds/thumbnail/upload': [{ cells: creators(201), given: () => ({ form: picture() }) }],
  'POST /performer/feeds/teaser/upload': [{ cells: creators(201), given: () => ({ form: film() }) }],
  'POST /performer/feeds/photo/upload': [{ cells: creators(201), given: () => ({ form: picture() }) }],
  'GET /user/feeds': [
    { cells: everybody(200) },
    {
      case: 'of one creator: nobody’s to those who can’t meet them',
      cells: everybody(200),
      id: 'query.performerId',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await scene.post({ audience: 'public' });
        return { query: { performerId: scene.owner.id } };
      },
    },
    {
      case: 'searched: nobody’s to those who can’t meet them, nor to those who can’t read it',
      cells: everybody(200),
      id: 'query.performerId',
      asNobody: ['anonymous', 'fan', 'otherFan', 'otherCreator', 'blocked', 'closed'],
      given: async (scene) => {
        await scene.post({ audience: 'subscribers', text: 'celadon' });
        return { query: { performerId: scene.owner.id, q: 'celadon' } };
      },
    },
  ],
  'GET /user/feeds/:id': [
    {
      case: 'past its end, before any job wrote so',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: await scene.post({ audience: 'public', expiresAt: scene.app.ports.clock.now() }) },
      }),
    },
    {
      case: 'locked to most, but there',
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: aPost,
    },
    {
      case: 'not published',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.post({ state: 'draft', publishedAt: null }) } }),
    },
    {
      case: 'bought: stays readable after a block, from a closed country and after archiving',
      cells: '404 200 200 200 200 200 200 200 404 404',
      id: 'params.id',
      given: async (scene, who) => {
        const id = await scene.post({ state: 'archived', price: 10, audience: 'public' });
        await scene.buy(scene.accountOf(who).id, id);
        return { params: { id } };
      },
    },
  ],
} satisfies Record<string, readonly Row[]>;
