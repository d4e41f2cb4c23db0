import { expect, test } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import { matrix } from '../../matrix/matrix.ts';
import { statusesOf } from '../../matrix/row.ts';
import { identities, makeScene } from '../../matrix/scene.ts';
import { goingLiveIn } from '../../setup/going-live.ts';
import { testBackend } from '../../setup/backend.ts';

const app = await testBackend();
const { ports, raw } = app;

/** What a person typed into a form that several tabs or devices can have open. */
const versioned = [
  'PUT /performer/feeds/:id',
  'PUT /performer/performer-assets/galleries/:id',
  'PUT /performer/performer-assets/photos/:id',
  'PUT /performer/performer-assets/products/:id',
  'PUT /performer/performer-assets/videos/edit/:id',
  'PUT /performer/post-series/:id',
  'PUT /autions/:id',
  'PUT /addresses/:id',
  'PUT /users',
] as const;

const oneChoice = 'sets one choice to what was pressed, whatever it was before';
const oneName = 'replaces one name, which the list shows at once in every tab';
const ownWords = 'replaces one short text that is shown where it is edited';
const byState = 'refused by its state once it has moved on';
const wholeOnce = 'the form is prefilled by nothing: what is sent is the whole';

/** Every other `PUT`, each with the reason why a second writer may replace the first. */
const otherwise: Readonly<Record<string, string>> = {
  'PUT /performers/:id': 'checks the version of the account, which its reply does not have: see below',
  'PUT /users/interests': oneChoice,
  'PUT /users/time-zone': oneChoice,
  'PUT /bookmark-collections/:id': oneName,
  'PUT /bookmark-collections/:id/items/:objectType/:objectId': oneChoice,
  'PUT /performer/media-items/:kind/:id/people': oneChoice,
  'PUT /payment-cards/:id/default': oneChoice,
  'PUT /streaming/set-duration': oneChoice,
  'PUT /streaming/live/:id':
    'checks the version of its edits: see below; its row of the matrix ends the stream, which is possible once',
  'PUT /streaming/:id/reminder': oneChoice,
  'PUT /streaming/update': 'the draft of a creator for their next stream, saved while it is typed',
  'PUT /auth/passkeys/:id': oneName,
  'PUT /performer/post-templates/:id': oneName,
  'PUT /performer/post-series/:id/posts/:postId': oneChoice,
  'PUT /performer/billing-details': 'kept for the next statement only; earlier ones keep theirs',
  'PUT /payout-requests/:id': 'checks the version too; one that is sent again as it is changes nothing',
  'PUT /performers/:id/banking-settings': wholeOnce,
  'PUT /performers/:id/payment-gateway-settings': wholeOnce,
  'PUT /performer/co-creators/:id': byState,
  'PUT /subscriptions/performer/:id/note': ownWords,
  'PUT /subscriptions/:id/card': oneChoice,
  'PUT /promotions/:id/end': oneChoice,
  'PUT /auth/users/me/password': wholeOnce,
  'PUT /orders/:id/update': byState,
  'PUT /orders/:id/update/delivery-address': byState,
  'PUT /messages/:id': ownWords,
  'PUT /messages/:id/reaction': oneChoice,
  'PUT /notifications/settings': oneChoice,
  'PUT /performer/performer-assets/videos/:id/captions': wholeOnce,
  'PUT /performer-assets/videos/:id/progress': oneChoice,
  'PUT /comments/:id': ownWords,
  'PUT /comments/:id/pin': oneChoice,
  'PUT /comments/held-words': 'a set: what was not sent is not wanted',
  'PUT /follows/:id/notifications': oneChoice,
  'PUT /performer/performer-assets/galleries/:id/order': 'an order without the same photos is refused',
  'PUT /conversations/:id/inbox': oneChoice,
  'PUT /conversations/:id/fan/note': ownWords,
  'PUT /conversations/:id/update': oneChoice,
  'PUT /message-requests/settings': oneChoice,
  'PUT /creator-lists/:id': oneName,
  'PUT /creator-lists/:id/creators/:performerId': oneChoice,
  'PUT /performer/pinned-views/:id': oneName,
  'PUT /scheduled-messages/:id': byState,
  'PUT /broadcasts/:id': byState,
  'PUT /automatic-messages/:kind': ownWords,
  'PUT /quick-replies': 'an order without the same replies is refused',
  'PUT /quick-replies/:id': ownWords,
  'PUT /fan-lists/:id': oneName,
  'PUT /fan-lists/:id/members/:accountId': oneChoice,
  'PUT /mass-messages/settings': oneChoice,
  'PUT /mass-messages/mutes/:id': oneChoice,
  'PUT /streaming/chat/moderators/:id': oneChoice,
  'PUT /user/feeds/:id/files/:fileId/progress': oneChoice,
  'PUT /wallet/caps': oneChoice,
  'PUT /creator-mutes/:id': oneChoice,
};

test('every PUT checks the version, or has a reason not to', () => {
  const puts = Object.keys(contract).filter((route) => route.startsWith('PUT '));
  expect([...versioned, ...Object.keys(otherwise)].sort()).toEqual(puts.sort());
});

test('a creator’s page is saved only by the version of the account that its form began with', async () => {
  const creator = await app.makeCreator();
  const version = async () => (await app.ok('GET /users/me', { token: creator.token })).updatedAt;
  const write = (pronouns: 'she/her' | 'they/them', seen: string) => {
    ports.clock.move('1s');
    return raw('PUT /performers/:id', {
      token: creator.token,
      params: { id: creator.id },
      body: { pronouns },
      version: seen,
    });
  };
  const began = await version();
  expect((await write('she/her', began)).status).toBe(200);
  expect((await write('they/them', began)).problem).toMatchObject({ status: 409, code: 'version_changed' });
  expect((await write('they/them', await version())).status).toBe(200);
});

test('a running stream is changed only by the version its form began with, which its numbers don’t move', async () => {
  const creator = await app.makeCreator();
  const { goLive, flow, view } = goingLiveIn(app);
  const id = await goLive(creator);
  const write = (title: string, version: string) => {
    ports.clock.move('1s');
    return raw('PUT /streaming/live/:id', { token: creator.token, params: { id }, body: { title }, version });
  };
  const began = await view(creator, id);
  await flow(creator, id, { seconds: 30 });
  const now = await view(creator, id);
  expect([now.editedAt === began.editedAt, now.updatedAt === began.updatedAt]).toEqual([true, false]);
  expect((await write('First', began.editedAt)).status).toBe(200);
  expect((await write('Second', began.editedAt)).problem).toMatchObject({
    status: 409,
    code: 'version_changed',
  });
  expect((await view(creator, id)).title).toBe('First');
  const end = {
    token: creator.token,
    params: { id },
    body: { state: 'ended' as const },
    version: began.editedAt,
  };
  expect((await raw('PUT /streaming/live/:id', end)).status).toBe(200);
});

test.each(versioned)(
  '%s: of two who read the same version, the second to write is refused',
  async (route) => {
    const scene = await makeScene(app, ports.geo);
    const row = [matrix[route]].flat().find((each) => statusesOf(each).includes(200))!;
    const who = identities[statusesOf(row).indexOf(200)]!;
    const given = (await row.given?.(scene, who)) ?? {};
    const around = await scene.callAs(who);
    const write = async (version?: string) => {
      ports.clock.move('1s');
      return raw<{ updatedAt: string }>(route, { ...given, ...around, ...(version && { version }) });
    };
    const read = (await write()).data.updatedAt;
    const first = await write(read);
    expect([first.status, first.data.updatedAt === read], first.text).toEqual([200, false]);
    expect((await write(read)).problem).toMatchObject({ status: 409, code: 'version_changed' });
    expect((await write(first.data.updatedAt)).status).toBe(200);
    expect((await write('yesterday')).status).toBe(422);
  },
);
