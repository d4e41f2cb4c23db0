import { follows } from '#backend/db/schema/community.ts';
import { type Row, creators, members } from './row.ts';
import type { Scene } from './scene.ts';

/** Calls on a creator's own broadcasts: other creators get a 404. */
const owners = (status = 200) => `401 403 403 403 ${status} 404 403 403 401 401`;
const audience = { include: [{ kind: 'followers' as const }] };
const message = { text: 'Hello, everybody', audience };

const make = async (scene: Scene, body: object = {}) =>
  (
    await scene.app.ok('POST /messages/broadcast-message', {
      token: scene.owner.token,
      body: { ...message, ...body },
    })
  )._id;
const aDraft = async (scene: Scene) => ({ params: { id: await make(scene, { isDraft: true }) } });
async function aSentOne(scene: Scene) {
  // Each cell sends one, and so does each comparison with an unknown id.
  await scene.app.settings.set('massMessagesPerDay', 1_000);
  const id = await make(scene);
  // Other rows left jobs that are due before it.
  while ((await scene.app.backend.runJobs()) > 0);
  return { params: { id } };
}
let lists = 0;
async function aList(scene: Scene) {
  lists += 1;
  const { _id: id } = await scene.app.ok('POST /fan-lists', {
    token: scene.owner.token,
    body: { name: `List ${lists}` },
  });
  return { params: { id } };
}
const aMember = async (scene: Scene) => ({
  params: { id: (await aList(scene)).params.id, accountId: scene.subscriber.id },
});
const aCreator = (scene: Scene) => ({ params: { id: scene.owner.id } });
/** Callers who can see the owner. */
const meeting = '401 200 200 200 200 200 404 404 401 401';

export const broadcastRows = {
  'POST /messages/broadcast-message': [
    {
      case: 'to followers; the other creator has none',
      cells: '401 403 403 403 201 422 403 403 401 401',
      pending: 403,
      given: () => ({ body: message }),
    },
    {
      case: 'to a list of the owner’s, which to the other creator is nobody’s',
      cells: '401 403 403 403 201 422 403 403 401 401',
      pending: 403,
      given: async (scene) => {
        const { params } = await aMember(scene);
        await scene.app.ok('PUT /fan-lists/:id/members/:accountId', { token: scene.owner.token, params });
        return { body: { ...message, audience: { include: [{ kind: 'list', listId: params.id }] } } };
      },
    },
  ],
  'POST /broadcasts/count': [{ cells: creators(200), given: () => ({ body: { audience } }) }],
  'GET /broadcasts': [{ cells: creators(200) }],
  'GET /broadcasts/:id': [{ cells: owners(), id: 'params.id', given: aDraft }],
  'PUT /broadcasts/:id': [
    {
      cells: owners(),
      id: 'params.id',
      given: async (scene, who) => {
        // Without a follower, the other creator would get that error first.
        if (who === 'otherCreator')
          await scene.app.db
            .insert(follows)
            .values({
              followerId: scene.subscriber.id,
              performerId: scene.otherCreator.id,
              createdAt: new Date(),
            })
            .onConflictDoNothing();
        return { ...(await aDraft(scene)), body: { ...message, isDraft: true } };
      },
    },
  ],
  'DELETE /broadcasts/:id': [{ cells: owners(), id: 'params.id', given: aDraft }],
  'POST /broadcasts/:id/unsend': [{ cells: owners(), id: 'params.id', given: aSentOne }],
  'GET /broadcasts/:id/recipients': [{ cells: owners(), id: 'params.id', given: aDraft }],
  'GET /fan-lists': [{ cells: creators(200) }],
  'POST /fan-lists': [{ cells: creators(201), given: () => ({ body: { name: 'Regulars' } }) }],
  'PUT /fan-lists/:id': [
    {
      cells: owners(),
      id: 'params.id',
      given: async (scene) => ({ ...(await aList(scene)), body: { name: `Renamed ${lists}` } }),
    },
  ],
  'DELETE /fan-lists/:id': [{ cells: owners(), id: 'params.id', given: aList }],
  'GET /fan-lists/:id/members': [{ cells: owners(), id: 'params.id', given: aList }],
  'PUT /fan-lists/:id/members/:accountId': [
    { cells: owners(), id: 'params.id', given: aMember },
    {
      case: 'somebody who never turned to the owner',
      cells: '401 403 403 403 404 404 403 403 401 401',
      id: 'params.accountId',
      given: async (scene) => ({
        params: { id: (await aList(scene)).params.id, accountId: scene.otherFan.id },
      }),
    },
  ],
  'DELETE /fan-lists/:id/members/:accountId': [{ cells: owners(), id: 'params.id', given: aMember }],
  'GET /mass-messages/settings': [{ cells: members(200) }],
  'PUT /mass-messages/settings': [{ cells: members(200), given: () => ({ body: { weeklyCap: 5 } }) }],
  'GET /mass-messages/mutes/:id': [{ cells: meeting, id: 'params.id', given: aCreator }],
  'PUT /mass-messages/mutes/:id': [{ cells: meeting, id: 'params.id', given: aCreator }],
  'DELETE /mass-messages/mutes/:id': [{ cells: meeting, id: 'params.id', given: aCreator }],
} satisfies Record<string, readonly Row[]>;
