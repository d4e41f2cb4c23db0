import { requestingIn } from '../setup/requesting.ts';
import { talkOf } from '../setup/talk.ts';
import { type Row, creators, members } from './row.ts';
import type { Scene } from './scene.ts';

/** A request to the owner by a new fan. */
async function pending(scene: Scene) {
  const { terms, write } = requestingIn(scene.app);
  const fan = await scene.app.makeFan();
  const { _id: id } = await talkOf(scene.app).open(fan, scene.owner);
  await terms(scene.owner, {});
  await write(fan, id);
  await terms(scene.owner, { asksFirst: false });
  return { params: { id } };
}
/** Only creators answer requests, and only their own. */
const answered: Row = { cells: '401 403 403 403 200 404 403 403 401 401', id: 'params.id', given: pending };

export const requestRows = {
  'GET /message-requests/settings': [{ cells: creators(200) }],
  'PUT /message-requests/settings': [
    {
      cells: creators(200),
      given: () => ({ body: { writeFirst: 'everyone', asksFirst: false, firstMessagePrice: 0 } }),
    },
  ],
  'POST /conversations/:id/accept-request': [answered],
  'POST /conversations/:id/decline-request': [answered],
  'GET /conversations/counts': [{ cells: members(200) }],
  'PUT /conversations/:id/inbox': [
    {
      cells: '401 200 404 404 200 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.conversationId }, body: { isPinned: true } }),
    },
    {
      case: 'after a block',
      cells: '401 404 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blockedConversationId }, body: { isPinned: true } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
