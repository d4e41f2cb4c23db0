import { follows } from '#backend/db/schema/community.ts';
import { type Row, creators } from './row.ts';
import type { Scene } from './scene.ts';

/** What creators keep for writing to fans: automatic messages, quick replies, scheduled messages, notes. */
/** Calls on what is one creator's own: others get a 404. */
const owners = (status = 200) => `401 403 403 403 ${status} 404 403 403 401 401`;
const reply = { title: 'Thanks', text: 'Thank you, {name}!' };
const aQuickReply = async ({ app, owner }: Scene) => {
  await app.settings.set('quickRepliesMax', 500);
  return { params: { id: (await app.ok('POST /quick-replies', { token: owner.token, body: reply }))._id } };
};

const later = { text: 'See you tomorrow', sendAt: '' };
const tomorrow = ({ app }: Scene) => ({
  ...later,
  sendAt: new Date(app.ports.clock.now().getTime() + 86_400_000).toISOString(),
});
/** Scheduled by the owner for the fan, who follows them. */
async function aScheduledOne(scene: Scene) {
  await followedByFan(scene);
  const { _id: id } = await scene.app.ok('POST /scheduled-messages', {
    token: scene.owner.token,
    body: { conversationId: scene.conversationId, ...tomorrow(scene) },
  });
  return { params: { id } };
}
const followedByFan = ({ app, fan, owner }: Scene) =>
  app.db
    .insert(follows)
    .values({ followerId: fan.id, performerId: owner.id, createdAt: new Date() })
    .onConflictDoNothing();
const theConversation = ({ conversationId }: Scene) => ({ params: { id: conversationId } });

export const creatorMessageRows = {
  'GET /automatic-messages': [{ cells: creators(200) }],
  'PUT /automatic-messages/:kind': [
    {
      cells: creators(200),
      pending: 403,
      given: () => ({ params: { kind: 'follow' }, body: { isOn: true, text: 'Welcome, {name}' } }),
    },
  ],
  'GET /quick-replies': [{ cells: creators(200) }],
  'POST /quick-replies': [{ cells: creators(201), given: () => ({ body: reply }) }],
  'PUT /quick-replies': [
    {
      case: 'the owner’s, which to the other creator are nobody’s',
      cells: '401 403 403 403 200 422 403 403 401 401',
      given: async (scene) => {
        const { data } = await scene.app.ok('GET /quick-replies', { token: scene.owner.token });
        const ids = data.map(({ _id }) => _id);
        return { body: { ids: [...ids, (await aQuickReply(scene)).params.id] } };
      },
    },
  ],
  'PUT /quick-replies/:id': [
    {
      cells: owners(),
      id: 'params.id',
      given: async (scene) => ({ ...(await aQuickReply(scene)), body: { ...reply, title: 'Many thanks' } }),
    },
  ],
  'DELETE /quick-replies/:id': [{ cells: owners(), id: 'params.id', given: aQuickReply }],
  'GET /scheduled-messages': [
    { cells: creators(200) },
    {
      case: 'of the conversation of the owner and the fan',
      cells: owners(),
      id: 'query.conversationId',
      given: ({ conversationId }) => ({ query: { conversationId } }),
    },
  ],
  'POST /scheduled-messages': [
    {
      cells: owners(201),
      id: 'body.conversationId',
      given: async (scene) => {
        await followedByFan(scene);
        return { body: { conversationId: scene.conversationId, ...tomorrow(scene) } };
      },
    },
  ],
  'PUT /scheduled-messages/:id': [
    {
      cells: owners(),
      id: 'params.id',
      given: async (scene) => ({ ...(await aScheduledOne(scene)), body: tomorrow(scene) }),
    },
  ],
  'DELETE /scheduled-messages/:id': [{ cells: owners(), id: 'params.id', given: aScheduledOne }],
  'POST /scheduled-messages/:id/send': [{ cells: owners(201), id: 'params.id', given: aScheduledOne }],
  'GET /conversations/:id/fan': [{ cells: owners(), id: 'params.id', given: theConversation }],
  'PUT /conversations/:id/fan/note': [
    {
      cells: owners(),
      id: 'params.id',
      given: (scene) => ({ ...theConversation(scene), body: { note: '', before: '' } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
