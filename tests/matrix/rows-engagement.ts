import { commentBans, comments } from '#backend/db/schema/community.ts';
import { pollOptions, polls } from '#backend/db/schema/posts.ts';
import { postsIn } from '../setup/posts.ts';
import { videosIn } from '../setup/videos.ts';
import { type Row, creators, members } from './row.ts';
import type { Scene } from './scene.ts';

/** A post for everyone, which doesn't exist for those who can't see its creator. */
const openToMembers = (status: number) =>
  `401 ${status} ${status} ${status} ${status} ${status} 404 404 401 401`;
/** A post for subscribers. */
const locked = (status: number) => `401 403 403 ${status} ${status} 403 404 404 401 401`;
const about = (objectId: string) => ({ objectType: 'feed' as const, objectId });
const openPost = async (scene: Scene) => about(await scene.post({ audience: 'public' }));
const lockedPost = async (scene: Scene) => about(await scene.post());

/** A comment by someone on one of the owner's posts. */
async function commentBy(
  scene: Scene,
  authorId: string,
  held: Partial<typeof comments.$inferInsert> = {},
): Promise<string> {
  const { db, ports } = scene.app;
  const [id, moment] = [ports.ids(), ports.clock.now()];
  await db.insert(comments).values({
    id,
    objectType: 'feed',
    objectId: await scene.post({ audience: 'public', comments: 1 }),
    ownerId: scene.owner.id,
    authorId,
    text: 'A comment',
    createdAt: moment,
    updatedAt: moment,
    ...held,
  });
  return id;
}
const fansComment = async (scene: Scene) => ({ params: { id: await commentBy(scene, scene.fan.id) } });

export const heldComment = async (scene: Scene, heldBy: 'creator' | 'site') => ({
  params: {
    id: await commentBy(scene, scene.fan.id, { heldAt: scene.app.ports.clock.now(), heldBy }),
  },
});

async function poll(scene: Scene, audience: 'public' | 'subscribers') {
  const { db, ports } = scene.app;
  const id = await scene.post({ type: 'poll', audience });
  const optionId = ports.ids();
  await db.insert(polls).values({ feedId: id, question: 'Which?', resultsVisible: 'always' });
  await db.insert(pollOptions).values([
    { id: optionId, feedId: id, position: 0, text: 'This' },
    { id: ports.ids(), feedId: id, position: 1, text: 'That' },
  ]);
  return { params: { id }, body: { optionIds: [optionId] } };
}

/**
 * Calls on a comment that only the content's creator may make: fans may not make them, other creators get a
 * 404.
 */
const ownersOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;

/** A post with a long recording, played for a while. */
async function aRecording(scene: Scene, audience: 'public' | 'subscribers') {
  const fileId = await videosIn(scene.app).makeFilm(scene.owner.id, { mime: 'audio/mpeg' });
  const id = await postsIn(scene.app).makePost(scene.owner.id, { audience, type: 'audio' }, [fileId]);
  return { params: { id, fileId }, body: { seconds: 12 } };
}

let collections = 0;
/** A collection of the fan; for everyone else, it doesn't exist. */
async function collection(scene: Scene) {
  const { _id: id } = await scene.app.ok('POST /bookmark-collections', {
    token: scene.fan.token,
    body: { name: `Collection ${++collections}` },
  });
  return { params: { id } };
}
const ownCollection = '401 200 404 404 404 404 404 404 401 401';
/** A collection of the fan, and a post that they bookmarked. */
async function collected(scene: Scene) {
  const { params } = await collection(scene);
  const objectId = await scene.post({ audience: 'public' });
  await scene.app.ok('POST /reactions', {
    token: scene.fan.token,
    body: { ...about(objectId), action: 'bookmark' },
  });
  return { params: { ...params, ...about(objectId) } };
}

let creatorLists = 0;
/** A list of the fan with the owner in it; for everyone else, it doesn't exist. */
async function creatorList(scene: Scene) {
  const { token } = scene.fan;
  const { _id: id } = await scene.app.ok('POST /creator-lists', {
    token,
    body: { name: `List ${++creatorLists}` },
  });
  return { params: { id } };
}
const listedOwner = async (scene: Scene) => ({
  params: { ...(await creatorList(scene)).params, performerId: scene.owner.id },
});

export const engagementRows = {
  'GET /creator-lists': [{ cells: members(200) }],
  'POST /creator-lists': [
    { cells: members(201), given: () => ({ body: { name: `Painters ${++creatorLists}` } }) },
  ],
  'GET /creator-lists/:id': [{ cells: ownCollection, id: 'params.id', given: creatorList }],
  'PUT /creator-lists/:id': [
    {
      cells: ownCollection,
      id: 'params.id',
      given: async (scene) => ({ ...(await creatorList(scene)), body: { name: `Renamed ${creatorLists}` } }),
    },
  ],
  'DELETE /creator-lists/:id': [{ cells: ownCollection, id: 'params.id', given: creatorList }],
  'GET /creator-lists/:id/creators': [{ cells: ownCollection, id: 'params.id', given: creatorList }],
  'GET /creator-lists/:id/candidates': [{ cells: ownCollection, id: 'params.id', given: creatorList }],
  'PUT /creator-lists/:id/creators/:performerId': [
    { cells: ownCollection, id: 'params.id', given: listedOwner },
  ],
  'DELETE /creator-lists/:id/creators/:performerId': [
    { cells: ownCollection, id: 'params.id', given: listedOwner },
  ],
  'POST /reactions': [
    {
      case: 'liking what anybody reads',
      cells: openToMembers(200),
      id: 'body.objectId',
      given: async (scene) => ({ body: { ...(await openPost(scene)), action: 'like' } }),
    },
    {
      case: 'liking what is locked to most',
      cells: locked(200),
      id: 'body.objectId',
      given: async (scene) => ({ body: { ...(await lockedPost(scene)), action: 'like' } }),
    },
    {
      case: 'bookmarking what is locked to most',
      cells: openToMembers(200),
      id: 'body.objectId',
      given: async (scene) => ({ body: { ...(await lockedPost(scene)), action: 'bookmark' } }),
    },
    {
      case: 'what isn’t published',
      cells: '401 404 404 404 200 404 404 404 401 401',
      id: 'body.objectId',
      given: async (scene) => ({
        body: { ...about(await scene.post({ state: 'draft', publishedAt: null })), action: 'bookmark' },
      }),
    },
  ],
  'DELETE /reactions': [
    {
      cells: openToMembers(200),
      id: 'body.objectId',
      given: async (scene) => ({ body: { ...(await openPost(scene)), action: 'like' } }),
    },
  ],
  'GET /reactions/:type/bookmark': [{ cells: members(200), given: () => ({ params: { type: 'videos' } }) }],
  'GET /reactions/feeds/bookmark': [{ cells: members(200) }],
  'GET /reactions/galleries/bookmark': [{ cells: members(200) }],
  'GET /bookmark-collections': [{ cells: members(200) }],
  'POST /bookmark-collections': [
    { cells: members(201), given: () => ({ body: { name: `Glazes ${++collections}` } }) },
  ],
  'GET /bookmark-collections/:id': [{ cells: ownCollection, id: 'params.id', given: collection }],
  'PUT /bookmark-collections/:id': [
    {
      cells: ownCollection,
      id: 'params.id',
      given: async (scene) => ({ ...(await collection(scene)), body: { name: `Renamed ${collections}` } }),
    },
  ],
  'DELETE /bookmark-collections/:id': [{ cells: ownCollection, id: 'params.id', given: collection }],
  'GET /bookmark-collections/:id/items': [{ cells: ownCollection, id: 'params.id', given: collection }],
  'PUT /bookmark-collections/:id/items/:objectType/:objectId': [
    { cells: ownCollection, id: 'params.id', given: collected },
    {
      case: 'what isn’t bookmarked',
      cells: '401 409 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => {
        const { params } = await collection(scene);
        return { params: { ...params, objectType: 'feed', objectId: await scene.post() } };
      },
    },
  ],
  'DELETE /bookmark-collections/:id/items/:objectType/:objectId': [
    { cells: ownCollection, id: 'params.id', given: collected },
  ],
  'POST /comments': [
    {
      cells: openToMembers(201),
      id: 'body.objectId',
      given: async (scene) => ({ body: { ...(await openPost(scene)), text: 'Lovely' } }),
    },
    {
      case: 'under what is locked to most',
      cells: locked(201),
      id: 'body.objectId',
      given: async (scene) => ({ body: { ...(await lockedPost(scene)), text: 'Lovely' } }),
    },
    {
      case: 'where comments are off',
      cells: openToMembers(403),
      id: 'body.objectId',
      given: async (scene) => ({
        body: { ...about(await scene.post({ audience: 'public', commentsEnabled: false })), text: 'Lovely' },
      }),
    },
    {
      case: 'by somebody whom the creator banned',
      cells: openToMembers(403),
      id: 'body.objectId',
      given: async (scene, who) => {
        const { db, ports } = scene.app;
        await db
          .insert(commentBans)
          .values({
            performerId: scene.owner.id,
            accountId: scene.accountOf(who).id,
            createdAt: ports.clock.now(),
          })
          .onConflictDoNothing();
        return { body: { ...(await openPost(scene)), text: 'Lovely' } };
      },
    },
  ],
  'GET /comments': [
    {
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'query.objectId',
      given: async (scene) => ({ query: await openPost(scene) }),
    },
    {
      case: 'of what is locked to most',
      cells: '403 403 403 200 200 403 404 404 403 403',
      id: 'query.objectId',
      given: async (scene) => ({ query: await lockedPost(scene) }),
    },
  ],
  'PUT /comments/:id': [
    {
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ ...(await fansComment(scene)), body: { text: 'Changed' } }),
    },
  ],
  'DELETE /comments/:id': [
    { cells: '401 200 404 404 200 404 404 404 401 401', id: 'params.id', given: fansComment },
  ],
  'PUT /comments/:id/pin': [
    {
      cells: ownersOnly(200),
      id: 'params.id',
      given: async (scene) => ({ ...(await fansComment(scene)), body: { pinned: true } }),
    },
  ],
  'GET /comments/held': [{ cells: creators(200) }],
  'POST /comments/:id/approve': [
    { cells: ownersOnly(200), id: 'params.id', given: (scene) => heldComment(scene, 'creator') },
    {
      case: 'which the site reviews',
      cells: ownersOnly(404),
      id: 'params.id',
      given: (scene) => heldComment(scene, 'site'),
    },
  ],
  'GET /comments/held-words': [{ cells: creators(200) }],
  'PUT /comments/held-words': [{ cells: creators(200), given: () => ({ body: { words: ['spoiler'] } }) }],
  'POST /comments/:id/ban': [{ cells: ownersOnly(200), id: 'params.id', given: fansComment }],
  'GET /comments/bans': [{ cells: creators(200) }],
  'DELETE /comments/bans/:id': [
    {
      cells: ownersOnly(200),
      id: 'params.id',
      given: async (scene) => {
        const { db, ports } = scene.app;
        await db
          .insert(commentBans)
          .values({ performerId: scene.owner.id, accountId: scene.otherFan.id, createdAt: ports.clock.now() })
          .onConflictDoNothing();
        return { params: { id: scene.otherFan.id } };
      },
    },
  ],
  'POST /user/feeds/vote/:id': [
    {
      cells: '401 200 200 200 403 200 404 404 401 401',
      id: 'params.id',
      given: (scene) => poll(scene, 'public'),
    },
    {
      case: 'locked to most',
      cells: '401 403 403 200 403 403 404 404 401 401',
      id: 'params.id',
      given: (scene) => poll(scene, 'subscribers'),
    },
  ],
  'GET /user/library': [{ cells: members(200) }],
  'GET /user/unfinished': [{ cells: members(200) }],
  'DELETE /user/unfinished/:kind/:id': [
    {
      cells: members(200),
      given: async (scene) => ({ params: { kind: 'video', id: await scene.post({ audience: 'public' }) } }),
    },
  ],
  'PUT /user/feeds/:id/files/:fileId/progress': [
    {
      case: 'open to everybody',
      cells: openToMembers(200),
      id: 'params.id',
      given: (scene) => aRecording(scene, 'public'),
    },
    {
      case: 'locked',
      cells: '401 404 404 200 200 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => aRecording(scene, 'subscribers'),
    },
  ],
} satisfies Record<string, readonly Row[]>;
