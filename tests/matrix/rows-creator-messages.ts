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

export const creatorMessageRows = {
  'GET /automatic-messages': [{ cells: creators(200) }],
  'PUT /automatic-messages/:kind': [
    {
      cells: creators(200),
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
} satisfies Record<string, readonly Row[]>;
