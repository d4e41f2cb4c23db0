import type { videos } from '#backend/db/schema/videos.ts';
import { filmForm, videosIn } from '../setup/videos.ts';
import { type Row, creators, everybody } from './row.ts';
import type { Scene } from './scene.ts';

/** Calls on one's own videos: fans may not make them, other creators get a 404. */
const ownOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;
type Values = Partial<typeof videos.$inferInsert>;
const aVideo = async (scene: Scene, values: Values = {}) => ({
  params: {
    id: await videosIn(scene.app).makeVideo(scene.owner.id, { audience: 'subscribers', ...values }),
  },
});
const draft: Values = { state: 'draft', publishedAt: null };

/** A co-creator request by the owner to the other creator, in a video that waits for it. */
async function aRequest(scene: Scene, values: Parameters<ReturnType<typeof videosIn>['tag']>[2] = {}) {
  const { makeVideo, tag } = videosIn(scene.app);
  const video = await makeVideo(scene.owner.id, { state: 'waiting', publishedAt: null });
  return { params: { id: await tag(scene.otherCreator.id, video, values) } };
}

/** Bought, then archived: buyers keep access, even after a block. */
async function bought(scene: Scene, accountId: string, values: Values = {}) {
  const video = await aVideo(scene, { price: 10, audience: 'public', state: 'archived', ...values });
  await scene.buy(accountId, video.params.id, 'video');
  return video;
}

export const videoRows = {
  'GET /performer/performer-assets/videos/search': [{ cells: creators(200) }],
  'POST /performer/performer-assets/videos/upload': [
    {
      cells: creators(201),
      pending: 403,
      given: () => ({ form: filmForm({ title: 'New', audience: 'public', tags: 'clay, fire' }) }),
    },
  ],
  'PUT /performer/performer-assets/videos/edit/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aVideo(scene)), body: { title: 'Changed' } }),
    },
  ],
  'GET /performer/performer-assets/videos/:id/view': [
    { cells: ownOnly(200), id: 'params.id', given: (scene) => aVideo(scene) },
    {
      case: 'removed: gone for its creator too',
      cells: ownOnly(404),
      id: 'params.id',
      given: (scene) => aVideo(scene, { state: 'removed' }),
    },
  ],
  'DELETE /performer/performer-assets/videos/:id': [
    { cells: ownOnly(200), id: 'params.id', given: (scene) => aVideo(scene) },
  ],
  'DELETE /performer/performer-assets/videos/remove-file/:id': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await aVideo(scene)), body: { type: 'video' } }),
    },
  ],
  'PUT /performer/performer-assets/videos/:id/captions': [
    {
      cells: ownOnly(200),
      id: 'params.id',
      given: async (scene) => ({
        ...(await aVideo(scene)),
        body: { language: 'en', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nClay.\n' },
      }),
    },
  ],
  'GET /performer-assets/videos/search': [
    { cells: everybody(200) },
    {
      case: 'of one creator: nobody’s to those who can’t meet them',
      cells: everybody(200),
      id: 'query.performerId',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await aVideo(scene);
        return { query: { performerId: scene.owner.id } };
      },
    },
    {
      case: 'related: nothing goes with a video of somebody who can’t be met',
      cells: everybody(200),
      id: 'query.relatedTo',
      asNobody: ['blocked', 'closed'],
      given: async (scene) => {
        await aVideo(scene);
        return { query: { relatedTo: (await aVideo(scene)).params.id } };
      },
    },
  ],
  'GET /performer-assets/videos/:id': [
    {
      case: 'locked to most, but there',
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: (scene) => aVideo(scene),
    },
    {
      case: 'a draft',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: (scene) => aVideo(scene, draft),
    },
    {
      case: 'waiting for a co-creator',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: (scene) => aVideo(scene, { state: 'waiting', publishedAt: null }),
    },
    {
      case: 'bought: stays readable after a block, from a closed country and after archiving',
      cells: '404 200 200 200 200 200 200 200 404 404',
      id: 'params.id',
      given: (scene, who) => bought(scene, scene.accountOf(who).id),
    },
    {
      case: 'bought, then deleted by its creator',
      cells: '404 200 200 200 200 200 200 200 404 404',
      id: 'params.id',
      given: (scene, who) => bought(scene, scene.accountOf(who).id, { state: 'removed' }),
    },
  ],
  'POST /performer-assets/videos/:id/views': [
    {
      case: 'open to everybody',
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: (scene) => aVideo(scene, { audience: 'public' }),
    },
    {
      case: 'locked: nobody watches what they can’t',
      cells: '404 404 404 200 200 404 404 404 404 404',
      id: 'params.id',
      given: (scene) => aVideo(scene),
    },
  ],
  'PUT /performer-assets/videos/:id/progress': [
    {
      case: 'open to everybody',
      cells: '401 200 200 200 200 200 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ ...(await aVideo(scene, { audience: 'public' })), body: { seconds: 12 } }),
    },
    {
      case: 'locked',
      cells: '401 404 404 200 200 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ ...(await aVideo(scene)), body: { seconds: 12 } }),
    },
  ],
  'POST /wallet/charges/video/:id': [
    {
      case: 'sold to everybody',
      cells: '401 201 201 201 409 201 404 404 401 401',
      id: 'params.id',
      given: (scene) => aVideo(scene, { audience: 'public', price: 20 }),
    },
    {
      case: 'included in the subscription',
      cells: '401 201 201 409 409 201 404 404 401 401',
      id: 'params.id',
      given: (scene) => aVideo(scene, { price: 20, includedInSubscription: true }),
    },
    {
      case: 'not published',
      cells: '401 404 404 404 409 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => aVideo(scene, { price: 20, ...draft }),
    },
  ],
  'GET /performer/co-creators': [{ cells: creators(200) }],
  'PUT /performer/co-creators/:id': [
    {
      case: 'only whoever was asked answers',
      cells: '401 403 403 403 404 200 403 403 401 401',
      id: 'params.id',
      given: async (scene) => ({ ...(await aRequest(scene)), body: { answer: 'accept' } }),
    },
    {
      case: 'declined already',
      cells: '401 403 403 403 404 409 403 403 401 401',
      id: 'params.id',
      given: async (scene) => ({
        ...(await aRequest(scene, { state: 'declined' })),
        body: { answer: 'accept' },
      }),
    },
  ],
  'DELETE /performer/co-creators/:id': [
    {
      case: 'both sides may',
      cells: '401 403 403 403 200 200 403 403 401 401',
      id: 'params.id',
      given: (scene) => aRequest(scene),
    },
  ],
} satisfies Record<string, readonly Row[]>;
