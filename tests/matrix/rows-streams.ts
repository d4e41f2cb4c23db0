import { inArray } from 'drizzle-orm';
import { privateStreams } from '#backend/db/schema/streams/private-streams.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { chattingIn } from '../setup/chatting.ts';
import { type Row, creators, everybody } from './row.ts';
import type { Scene } from './scene.ts';

/** Whoever may see the creator; a token that no longer works counts as none. */
const whoMeets = '200 200 200 200 200 200 404 404 200 200';
const ownerOnly = '404 404 404 404 200 404 404 404 404 404';

const stream = async ({ app, owner }: Scene, values: object = {}) => ({
  params: { id: (await chattingIn(app).makeStream(owner.id, values)).id },
});
/** A stream's page is shown with the ways in to whoever can't watch, and a canceled one only to its creator. */
const shown: readonly Row[] = [
  { cells: whoMeets, id: 'params.id', given: (scene) => stream(scene) },
  {
    case: 'for subscribers',
    cells: whoMeets,
    id: 'params.id',
    given: (scene) => stream(scene, { audience: 'subscribers' }),
  },
  {
    case: 'with a ticket',
    cells: whoMeets,
    id: 'params.id',
    given: (scene) => stream(scene, { price: 50 }),
  },
  {
    case: 'canceled',
    cells: ownerOnly,
    id: 'params.id',
    given: (scene) => stream(scene, { state: 'cancelled' }),
  },
];

const onlyItsCreator = '401 403 403 403 200 404 403 403 401 401';
const own =
  (values: object = {}) =>
  (scene: Scene) =>
    stream(scene, values);
const announced = ({ app }: Scene) => ({
  state: 'scheduled',
  startedAt: null,
  scheduledAt: new Date(app.ports.clock.now().getTime() + 3_600_000),
});
/** Whoever may meet the creator, once logged in. */
const whoWatches = '401 200 200 200 200 200 404 404 401 401';
const token = async (scene: Scene, { watches = true, ...values }: { watches?: boolean } = {}) => {
  const { params } = await stream(scene, values);
  return { body: { streamId: params.id, ...(watches && { watches: scene.owner.id }) } };
};
/** Nobody is live. */
async function quiet({ app }: Scene): Promise<void> {
  await app.db
    .update(streams)
    .set({ state: 'ended' })
    .where(inArray(streams.state, ['live', 'interrupted']));
  await app.db.update(privateStreams).set({ state: 'ended' });
}

export const streamRows = {
  'GET /streaming/user/search': [{ cells: everybody(200) }],
  'GET /streaming/own/search': [{ cells: creators(200) }],
  'GET /streaming/:id': shown,
  'GET /streaming/:id/supporters': shown,
  'GET /streaming/settings': [{ cells: creators(200) }],
  'PUT /streaming/update': [{ cells: creators(200), given: () => ({ body: { title: 'Good evening' } }) }],
  // The test site's streams come from no relay, so encoders have nowhere to connect.
  'GET /streaming/encoder': [{ cells: creators(409) }],
  'POST /streaming/encoder': [{ cells: creators(409) }],
  'POST /streaming/live': [
    {
      cells: creators(201),
      pending: 403,
      given: async (scene: Scene) => {
        await quiet(scene);
        return { body: { title: 'Good evening' } };
      },
    },
    {
      case: 'announced, begun by another',
      cells: '401 403 403 403 201 404 403 403 401 401',
      pending: 403,
      id: 'body.streamId',
      given: async (scene: Scene) => {
        await quiet(scene);
        const { params } = await stream(scene, announced(scene));
        return { body: { title: 'Good evening', streamId: params.id } };
      },
    },
  ],
  'PUT /streaming/live/:id': [
    {
      cells: onlyItsCreator,
      id: 'params.id',
      given: async (scene: Scene) => ({ ...(await stream(scene)), body: { state: 'ended' } }),
    },
  ],
  'PUT /streaming/set-duration': [
    {
      cells: onlyItsCreator,
      id: 'body.streamId',
      given: async (scene: Scene) => ({
        body: { streamId: (await stream(scene)).params.id, duration: 60 },
      }),
    },
  ],
  'GET /streaming/join/:id': [
    { cells: whoWatches, id: 'params.id', given: own() },
    {
      case: 'for subscribers',
      cells: '401 403 403 200 200 403 404 404 401 401',
      id: 'params.id',
      given: own({ audience: 'subscribers' }),
    },
    {
      case: 'over',
      cells: '401 409 409 409 409 409 404 404 401 401',
      id: 'params.id',
      given: own({ state: 'ended' }),
    },
  ],
  'POST /streaming/agora/token': [
    { cells: whoWatches, id: 'body.streamId', given: (scene: Scene) => token(scene) },
    {
      case: 'to send',
      cells: '401 404 404 404 200 404 404 404 401 401',
      id: 'body.streamId',
      given: (scene: Scene) => token(scene, { watches: false }),
    },
  ],
  'GET /streaming/:id/health': [{ cells: onlyItsCreator, id: 'params.id', given: own() }],
  'PUT /streaming/:id/reminder': [
    { cells: whoWatches, id: 'params.id', given: (scene: Scene) => stream(scene, announced(scene)) },
  ],
  'DELETE /streaming/:id/reminder': [
    { cells: whoWatches, id: 'params.id', given: (scene: Scene) => stream(scene, announced(scene)) },
  ],
} satisfies Record<string, readonly Row[]>;
