import { streamBans, streamModerators } from '#backend/db/schema/streams/stream-chats.ts';
import { chattingIn } from '../setup/chatting.ts';
import { type Row, creators, members, picture } from './row.ts';
import type { Scene } from './scene.ts';

/** Whoever may see the creator; a token that no longer works counts as none. */
const whoMeets = '200 200 200 200 200 200 404 404 200 200';
const whoSubscribes = '403 403 403 200 200 403 404 404 403 403';
/** The two sides of a private stream, which doesn't exist for anyone else. */
const bothSides = (status: number) => `401 ${status} 404 404 ${status} 404 404 404 401 401`;
const ownerOnly = '401 403 403 403 200 404 403 403 401 401';

const publicStream = ({ app, owner }: Scene, values: object = {}, rules: object = {}) =>
  chattingIn(app).makeStream(owner.id, values, rules);
const privateStream = ({ app, owner, fan }: Scene) => chattingIn(app).makePrivate(owner.id, fan.id);
const saying = (id: string) => ({ params: { id }, body: { conversationId: id, data: { text: 'Hello' } } });

/** What the fan wrote in the owner's chat. */
async function fansMessage(scene: Scene, rules: object = {}) {
  const { conversationId } = await publicStream(scene, {}, rules);
  return chattingIn(scene.app).say(scene.fan, conversationId, 'Good evening, spoilers');
}

export const streamChatRows = {
  'GET /conversations/stream/:id': [
    {
      cells: bothSides(200),
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await privateStream(scene)).id } }),
    },
  ],
  'GET /conversations/stream/public/:id': [
    {
      cells: whoMeets,
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await publicStream(scene)).id } }),
    },
    {
      case: 'for subscribers',
      cells: whoSubscribes,
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await publicStream(scene, { audience: 'subscribers' })).id },
      }),
    },
    {
      case: 'with a ticket',
      cells: '403 403 403 403 200 403 404 404 403 403',
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await publicStream(scene, { price: 50 })).id } }),
    },
    {
      case: 'of a cancelled stream',
      cells: '404 404 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await publicStream(scene, { state: 'cancelled' })).id } }),
    },
  ],
  'PUT /conversations/:id/update': [
    {
      case: 'of a public stream',
      cells: '401 403 403 403 200 403 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await publicStream(scene)).conversationId },
        body: { slowSeconds: 10 },
      }),
    },
    {
      case: 'of a private stream',
      cells: '401 403 404 404 200 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await privateStream(scene)).conversationId },
        body: { slowSeconds: 10 },
      }),
    },
    {
      case: 'that is no chat of a stream',
      cells: members(404),
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.conversationId }, body: { slowSeconds: 10 } }),
    },
  ],
  'GET /messages/conversations/public/:id': [
    {
      cells: whoMeets,
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await fansMessage(scene)).conversationId } }),
    },
    {
      case: 'for subscribers',
      cells: whoSubscribes,
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await publicStream(scene, { audience: 'subscribers' })).conversationId },
      }),
    },
    {
      case: 'of a private stream',
      cells: '404 200 404 404 200 404 404 404 404 404',
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await privateStream(scene)).conversationId } }),
    },
    {
      case: 'of a private conversation',
      cells: '404 404 404 404 404 404 404 404 404 404',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.conversationId } }),
    },
  ],
  'POST /messages/stream/conversations/:id': [
    { cells: bothSides(201), given: async (scene) => saying((await privateStream(scene)).conversationId) },
    {
      case: 'of a public stream',
      cells: members(404),
      given: async (scene) => saying((await publicStream(scene)).conversationId),
    },
  ],
  'POST /messages/stream/public/conversations/:id': [
    {
      cells: '401 201 201 201 201 201 404 404 401 401',
      given: async (scene) => saying((await publicStream(scene)).conversationId),
    },
    {
      case: 'whose chat is for subscribers',
      cells: '401 403 403 201 201 403 404 404 401 401',
      given: async (scene) =>
        saying((await publicStream(scene, {}, { chatAudience: 'subscribers' })).conversationId),
    },
    {
      case: 'that is over',
      cells: '401 403 403 403 403 403 404 404 401 401',
      given: async (scene) => saying((await publicStream(scene, { state: 'ended' })).conversationId),
    },
    {
      case: 'of a private stream',
      cells: members(404),
      given: async (scene) => saying((await privateStream(scene)).conversationId),
    },
  ],
  'DELETE /messages/:id/remove-all-message': [
    {
      cells: ownerOnly,
      id: 'params.id',
      given: async (scene) => ({ params: { id: (await fansMessage(scene)).conversationId } }),
    },
  ],
  'POST /messages/stream/:id/approve': [
    {
      cells: '401 404 404 404 200 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({
        params: { id: (await fansMessage(scene, { heldWords: ['spoilers'] }))._id },
      }),
    },
    {
      case: 'as a moderator',
      cells: '401 404 200 404 200 404 404 404 401 401 404',
      id: 'params.id',
      given: async (scene) => {
        const { _id: id } = await fansMessage(scene, { heldWords: ['spoilers'] });
        await chattingIn(scene.app).nameModerator(scene.owner.id, scene.otherFan.id);
        return { params: { id } };
      },
    },
  ],
  'GET /streaming/chat/people': [{ cells: creators(200) }],
  'PUT /streaming/chat/moderators/:id': [
    { cells: creators(200), given: (scene) => ({ params: { id: scene.fan.id } }) },
    {
      case: 'who is blocked',
      cells: '401 403 403 403 404 200 403 403 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blocked.id } }),
    },
  ],
  'DELETE /streaming/chat/moderators/:id': [
    {
      cells: ownerOnly,
      id: 'params.id',
      given: async ({ app: { db, ports }, owner, fan }) => {
        await db
          .insert(streamModerators)
          .values({ performerId: owner.id, accountId: fan.id, createdAt: ports.clock.now() })
          .onConflictDoNothing();
        return { params: { id: fan.id } };
      },
    },
  ],
  'POST /streaming/chat/bans': [
    {
      cells: '401 403 403 403 201 403 404 404 401 401',
      id: 'body.conversationId',
      given: async (scene) => {
        await scene.app.db.delete(streamBans);
        const { conversationId } = await fansMessage(scene);
        return { body: { conversationId, userId: scene.fan.id } };
      },
    },
    {
      case: 'of someone who never wrote there',
      cells: '401 403 403 403 404 403 404 404 401 401',
      id: 'body.userId',
      given: async (scene) => ({
        body: { conversationId: (await publicStream(scene)).conversationId, userId: scene.otherFan.id },
      }),
    },
  ],
  'DELETE /streaming/chat/bans/:id': [
    {
      cells: ownerOnly,
      id: 'params.id',
      given: async ({ app: { db, ports }, owner, fan }) => {
        await db
          .insert(streamBans)
          .values({
            performerId: owner.id,
            accountId: fan.id,
            bannedBy: owner.id,
            createdAt: ports.clock.now(),
          })
          .onConflictDoNothing();
        return { params: { id: fan.id } };
      },
    },
  ],
  'POST /messages/public/file/photo': [{ cells: members(201), given: () => ({ form: picture() }) }],
  // 422, because the file isn't a recording.
  'POST /messages/public/file/video': [{ cells: members(422), given: () => ({ form: picture() }) }],
  'POST /messages/public/file/thumbnail': [{ cells: members(201), given: () => ({ form: picture() }) }],
  'POST /messages/public/file/audio': [{ cells: members(422), given: () => ({ form: picture() }) }],
} satisfies Record<string, readonly Row[]>;

/** For the rows of `DELETE /messages/:id`. */
export const streamMessageDeletions: readonly Row[] = [
  {
    case: 'the fan’s in the chat of a stream',
    cells: '401 200 404 404 200 404 404 404 401 401',
    id: 'params.id',
    given: async (scene) => ({ params: { id: (await fansMessage(scene))._id } }),
  },
  {
    case: 'the owner’s in the chat of a stream',
    cells: '401 404 404 404 200 404 404 404 401 401',
    id: 'params.id',
    given: async (scene) => {
      const { conversationId } = await publicStream(scene);
      return { params: { id: (await chattingIn(scene.app).say(scene.owner, conversationId, 'Hello'))._id } };
    },
  },
];
