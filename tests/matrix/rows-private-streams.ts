import { privateStreamsIn } from '../setup/private-streams.ts';
import { type Row, members } from './row.ts';
import type { Scene } from './scene.ts';

/** A request to the owner by the fan of the scene, whose earlier one is over. */
async function asked(scene: Scene) {
  const { terms, ask, answer, view } = privateStreamsIn(scene.app);
  const { app, owner, fan } = scene;
  await terms(owner);
  for (const side of ['fan', 'creator'] as const) {
    const { data } = await app.ok('GET /streaming/private/search', {
      token: side === 'fan' ? fan.token : owner.token,
      query: { side, state: 'open', limit: 50 },
    });
    for (const { _id } of data) {
      const { state } = await view(owner, _id);
      await answer(owner, _id, state === 'requested' || state === 'later' ? 'decline' : 'end');
    }
  }
  await app.fund(fan.id, 1_000);
  return { id: await ask(fan, owner), helpers: { answer } };
}
const waiting = async (scene: Scene) => ({ params: { id: (await asked(scene)).id } });
async function accepted(scene: Scene) {
  const { id, helpers } = await asked(scene);
  await helpers.answer(scene.owner, id, 'accept');
  return { params: { id } };
}
/** A running one with spectators: everyone but the fan has tokens enough for five minutes of watching. */
async function watched(scene: Scene) {
  const { terms, richFan, ask, answer, join, flow } = privateStreamsIn(scene.app);
  const fan = await richFan();
  const { owner } = scene;
  await asked(scene);
  await terms(owner, { spectatorsEnabled: true, spectatorPerMinute: 1 });
  const id = await ask(fan, owner, { allowsSpectators: true });
  await answer(owner, id, 'accept');
  for (const who of [owner, fan]) await join(who, id);
  await flow({ creator: owner, fan, id }, 1);
  for (const who of [scene.fan, scene.otherFan, scene.subscriber, scene.otherCreator, scene.blocked])
    await scene.app.fund(who.id, 100);
  await scene.app.fund(scene.closed.id, 100);
  return { params: { id } };
}
const bySides = (status: number) => `401 ${status} 404 404 ${status} 404 404 404 401 401`;
const byCreator = '401 403 404 404 200 404 404 404 401 401';
const spectating = async (scene: Scene) => ({
  params: (await watched(scene)).params,
  body: { expectedPerMinute: 1 },
});

export const privateStreamRows = {
  'POST /streaming/private': [
    {
      cells: '401 201 201 201 422 201 404 404 401 401',
      id: 'body.performerId',
      given: async (scene: Scene) => {
        await asked(scene);
        await privateStreamsIn(scene.app).answer(
          scene.fan,
          (
            await scene.app.ok('GET /streaming/private/search', {
              token: scene.fan.token,
              query: { state: 'open' },
            })
          ).data[0]?._id ?? '',
          'cancel',
        );
        return { body: { performerId: scene.owner.id, expectedPerMinute: 60 } };
      },
    },
  ],
  'GET /streaming/private/search': [{ cells: members(200) }],
  'GET /streaming/private/terms/:id': [
    {
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: (scene: Scene) => ({ params: { id: scene.owner.id } }),
    },
  ],
  'GET /streaming/private/:id': [
    { cells: bySides(200), id: 'params.id', given: waiting },
    {
      case: 'with spectators',
      cells: '401 200 200 200 200 200 404 404 401 401',
      id: 'params.id',
      given: async (scene: Scene) => ({ params: (await watched(scene)).params }),
    },
  ],
  'GET /streaming/private/:id/statement': [{ cells: bySides(200), id: 'params.id', given: accepted }],
  'POST /streaming/private/:id/accept': [{ cells: byCreator, id: 'params.id', given: waiting }],
  'POST /streaming/private/:id/decline': [{ cells: byCreator, id: 'params.id', given: waiting }],
  'POST /streaming/private/:id/later': [{ cells: byCreator, id: 'params.id', given: waiting }],
  'POST /streaming/private/:id/cancel': [
    { cells: '401 200 404 404 403 404 404 404 401 401', id: 'params.id', given: waiting },
  ],
  'POST /streaming/private/:id/end': [{ cells: bySides(200), id: 'params.id', given: accepted }],
  'POST /streaming/private/:id/spectate': [
    { cells: '401 200 200 200 409 200 404 404 401 401', id: 'params.id', given: spectating },
    {
      case: 'without spectators',
      cells: '401 409 404 404 409 404 404 404 401 401',
      id: 'params.id',
      given: async (scene: Scene) => ({ ...(await accepted(scene)), body: { expectedPerMinute: 1 } }),
    },
  ],
  'POST /streaming/private/:id/leave': [
    {
      case: 'without having watched',
      cells: members(404),
      id: 'params.id',
      given: async (scene: Scene) => ({ params: (await watched(scene)).params }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
