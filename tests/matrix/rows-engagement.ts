import { commentBans, comments } from '#backend/db/schema/community.ts';
import { pollOptions, polls } from '#backend/db/schema/posts.ts';
import { type Row, creators, members } from './row.ts';
import type { Scene } from './scene.ts';

/** A post for everyone, which doesn't exist for those who can't see its creator. */
const openToMembers = (status: number) =>
  `401 ${status} ${status} ${status} ${status} ${status} 404 404 401 401`;
/** A post for subscribers. */
const locked = (status: number) => `401 403 403 ${status} ${status} 403 404 404 401 401`;
const about = (objectId: string) => ({ objectType: 'feed', objectId });
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

export const engagementRows = {
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
} satisfies Record<string, readonly Row[]>;
