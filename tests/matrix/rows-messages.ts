import { eq } from 'drizzle-orm';
import { performers } from '#backend/db/schema/creators.ts';
import { postsIn } from '../setup/posts.ts';
import { type Row, creators, members, picture } from './row.ts';
import type { Scene } from './scene.ts';

const someUuid = '00000000-0000-7000-9000-00000000beef';
/** A paid message by the owner in the conversation with the fan. */
const aPaidMessage = async (scene: Scene) => ({ params: { id: (await scene.paidMessage()).id } });

/** Only the owner has a welcome video. */
const withWelcomeVideo = async (scene: Scene) => {
  await scene.app.db
    .update(performers)
    .set({ welcomeVideoId: await postsIn(scene.app).makeVideo(scene.owner.id) })
    .where(eq(performers.accountId, scene.owner.id));
  return {};
};

export const messageRows = {
  // 422, because the file isn't a readable video.
  'POST /performers/welcome-video/upload': [{ cells: creators(422), given: () => ({ form: picture() }) }],
  'DELETE /performers/welcome-video': [
    { cells: '401 403 403 403 200 404 403 403 401 401', given: withWelcomeVideo },
  ],
  'GET /messages/:id': [
    {
      case: 'the owner’s, for the fan',
      cells: '401 200 404 404 200 404 404 404 401 401',
      id: 'params.id',
      given: aPaidMessage,
    },
    {
      case: 'bought: stays readable whatever came between',
      cells: '401 200 200 200 200 200 200 200 401 401',
      id: 'params.id',
      given: async (scene, who) => {
        const { id } = await scene.paidMessage();
        await scene.buy(scene.accountOf(who).id, id, 'message');
        return { params: { id } };
      },
    },
    {
      case: 'after a block',
      cells: '401 404 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blockedMessageId } }),
    },
  ],
  'POST /messages/private/file/photo': [{ cells: members(201), given: () => ({ form: picture() }) }],
  // 422, because the file isn't a readable video.
  'POST /messages/private/file/video': [{ cells: members(422), given: () => ({ form: picture() }) }],
  // 422, because the file isn't a recording.
  'POST /messages/private/file/audio': [{ cells: members(422), given: () => ({ form: picture() }) }],
  'POST /messages/:id/videos/:videoId/url': [
    {
      case: 'of a locked message: its seller, and the fan once it is theirs',
      cells: '401 403 404 404 200 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => {
        const { id, videoId } = await scene.paidMessage();
        return { params: { id, videoId } };
      },
    },
    {
      case: 'not in it',
      cells: '401 404 404 404 404 404 404 404 401 401',
      id: 'params.videoId',
      given: async (scene) => ({ params: { ...(await aPaidMessage(scene)).params, videoId: someUuid } }),
    },
  ],
  'POST /wallet/charges/message/:id': [
    { cells: '401 201 404 404 409 404 404 404 401 401', id: 'params.id', given: aPaidMessage },
  ],
} satisfies Record<string, readonly Row[]>;
