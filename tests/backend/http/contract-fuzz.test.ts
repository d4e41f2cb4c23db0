import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import { follows } from '#backend/db/schema/community.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { type Known, mutated, validInput } from '../../matrix/arbitrary.ts';
import { makeScene } from '../../matrix/scene.ts';
import { type LooseInput, testBackend } from '../../setup/backend.ts';
import { cardToken } from '../../setup/money.ts';
import { chattingIn } from '../../setup/chatting.ts';
import { auctionsIn } from '../../setup/auctions.ts';
import { postsIn } from '../../setup/posts.ts';
import { shopIn } from '../../setup/shop.ts';
import { videosIn } from '../../setup/videos.ts';
import { worksIn } from '../../setup/media-items.ts';
import { testPassword } from '../../setup/test-app.ts';

/** Requests per operation; `npm run test:deep` sends a thousand. */
const runs = Number(process.env.FUZZ_RUNS ?? (process.env.DEEP ? 1_000 : 20));
/** A fixed seed, so that a failure can be reproduced; the long runs use random ones. */
const seed = process.env.DEEP ? undefined : 20_261_120;

const app = await testBackend();
const { ports, raw, ctx, openSession } = app;
const scene = await makeScene(app, ports.geo);
const post = await scene.post({ audience: 'public', price: 15 });
const cardId = await scene.card(scene.fan.id);
const { owner, fan } = scene;
const { makeFile } = postsIn(app);
const { makeFilm, makeVideo } = videosIn(app);
const { makeGallery, makePhoto } = worksIn(app);
const { makeProduct, makeDigital, makeAddress } = shopIn(app);
const { makeAuction } = auctionsIn(app);
const gallery = await makeGallery(owner.id, { price: 20 });
const message = await scene.paidMessage();
const comment = (
  await app.ok('POST /comments', {
    token: fan.token,
    body: { objectType: 'feed', objectId: await scene.post({ audience: 'public' }), text: 'Nice' },
  })
)._id;
/** The owner's mass messages: a draft and one that was delivered; and a list with a member. */
const massMessages = await (async () => {
  await app.db
    .insert(follows)
    .values({ followerId: fan.id, performerId: owner.id, createdAt: ports.clock.now() })
    .onConflictDoNothing();
  const send = async (isDraft: boolean) =>
    (
      await app.ok('POST /messages/broadcast-message', {
        token: owner.token,
        body: { text: 'Hello', isDraft, audience: { include: [{ kind: 'followers' }] } },
      })
    )._id;
  const list = await app.ok('POST /fan-lists', { token: owner.token, body: { name: 'Friends' } });
  const ids = [await send(true), await send(false)];
  await app.backend.runJobs();
  return { ids, listId: list._id };
})();
const collection = await app.ok('POST /bookmark-collections', {
  token: fan.token,
  body: { name: 'Saved' },
});
const reply = await app.ok('POST /quick-replies', {
  token: owner.token,
  body: { title: 'Thanks', text: 'Thank you, {name}' },
});
/** The owner's chats with what the fan wrote: a running one, one with a word to hold, and one that is over. */
const chats = await (async () => {
  const { makeStream, makePrivate, say } = chattingIn(app);
  const over = await makeStream(owner.id, { state: 'ended' });
  const running = await makeStream(owner.id, {}, { heldWords: ['hold'] });
  const alone = await makePrivate(owner.id, fan.id);
  const said = [
    await say(fan, running.conversationId, 'Good evening'),
    await say(fan, running.conversationId, 'Please hold'),
  ];
  return {
    streamIds: [over.id, running.id, alone.id],
    ids: [running, running, over, alone].map(({ conversationId }) => conversationId),
    messageIds: said.map(({ _id }) => _id),
  };
})();
/** Existing ids by the names of the routes that take them. */
const families: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /feeds|vote|comments|reactions|reports/,
    [post, await scene.post(), await scene.post({ state: 'draft', publishedAt: null })],
  ],
  [/galleries|photos|reactions|comments/, [gallery.id, ...gallery.photoIds, await makePhoto(owner.id)]],
  [
    /videos|co-creators/,
    [
      await makeVideo(owner.id, { price: 30 }),
      await makeVideo(owner.id),
      await makeVideo(owner.id, { state: 'draft' }),
    ],
  ],
  [
    /products|charges\/product|addresses|orders/,
    [await makeProduct(owner.id), await makeDigital(owner.id), await makeAddress(fan.id)],
  ],
  [/autions|aution-item/, [await makeAuction(owner), await makeAuction(owner, { startPrice: 5 })]],
  [
    /messages|conversations|reports/,
    [scene.conversationId, scene.conversationId, message.id, message.videoId, await scene.message()],
  ],
  [/comments|reports/, [comment]],
  [/broadcasts/, massMessages.ids],
  [/fan-lists/, [massMessages.listId]],
  [/bookmark-collections/, [collection._id]],
  [/messages|conversations/, [...chats.ids, ...chats.messageIds]],
  [/conversations\/stream/, chats.streamIds],
  [/quick-replies/, [reply._id]],
  [/notifications/, [await scene.notification(), await scene.notification()]],
  [
    /files|upload|feeds|photos|videos|products|autions|messages/,
    [await makeFile(owner.id), await makeFile(owner.id), await makeFilm(owner.id), await makeFile(fan.id)],
  ],
  [/subscription|card|session|payment/, [scene.subscriptionId, cardId, await scene.session(fan.id)]],
];
const people = [fan.id, owner.id, owner.id, scene.otherCreator.id, scene.blocked.id];
/** Operators act on these, so that nobody who calls is banned half-way through. */
const cases = [
  (await app.makeFan()).id,
  (await app.makeCreator({}, { verified: 'pending' })).id,
  (await app.makeCreator()).id,
];
const idsFor = (route: string): string[] =>
  route.includes('/operator/')
    ? cases
    : [...families.flatMap(([names, ids]) => (names.test(route) ? ids : [])), ...people];
const knownFor = (route: string): Known => ({
  ids: idsFor(route),
  byName: {
    id: [...idsFor(route), owner.username],
    country: ['DE', 'FR'],
    price: [0, 10],
    data: [{ text: 'Hi' }],
    files: [[message.videoId]],
    conversationId: [scene.conversationId, ...chats.ids],
    pinnedMessageId: chats.messageIds,
    userId: [scene.fan.id],
    listId: [massMessages.listId],
    performerId: [scene.owner.id],
    sourceId: [scene.owner.id],
    fileName: ['a.png'],
    fileType: ['image/png'],
    password: [testPassword],
    source: [testPassword, 'performer', 'user'],
    credentials: [scene.fan.username],
    token: [cardToken('pays'), cardToken('declines')],
    provider: ['sandbox'],
    cardId: [cardId],
    amount: [10, 100, 1_000],
  },
});

type Caller = 'nobody' | 'impostor' | 'fan' | 'creator' | 'operator';
/** Mostly callers who are allowed to call the operation. */
const callersOf = (def: OpDef): fc.Arbitrary<Caller> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom<Caller>('nobody', 'impostor') },
    { weight: 2, arbitrary: fc.constant<Caller>('creator') },
    { weight: def.access === 'operator' ? 12 : 1, arbitrary: fc.constant<Caller>('operator') },
    { weight: def.access === 'performer' ? 1 : 4, arbitrary: fc.constant<Caller>('fan') },
  );
let address = 0;

async function tokenOf(caller: Caller): Promise<string | null> {
  if (caller === 'nobody') return null;
  if (caller === 'impostor') return `Bearer ${'x'.repeat(address % 300)}`;
  const accountOf = { fan: scene.fan.id, creator: scene.owner.id, operator: scene.operator.id };
  return (await openSession(accountOf[caller])).token;
}

/** Valid and invalid files. */
const blobs = [
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
  new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1]),
  new TextEncoder().encode('%PDF-1.4'),
  new TextEncoder().encode('<svg/>'),
  new Uint8Array(0),
  new Uint8Array(300),
];
function formOf(def: OpDef, at: number): FormData | undefined {
  if (!def.upload) return undefined;
  const form = new FormData();
  const names = [...Object.keys(def.upload.fields), ...(at % 5 === 0 ? ['surprise'] : [])];
  for (const [index, name] of names.entries())
    if ((at + index) % 4 !== 0)
      form.append(
        name,
        new File([blobs[(at + index) % blobs.length]!], `${'../'.repeat(at % 3)}x.png`, {
          type: 'image/png',
        }),
      );
  return form;
}

/** Values as they arrive through a URL: as text, without what can't be encoded. */
const asQuery = (query: Record<string, unknown> | undefined) =>
  query &&
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value).toWellFormed()]),
  );
/** Text fields of a form. */
const asFields = (body: unknown) =>
  asQuery(body && typeof body === 'object' ? (body as Record<string, unknown>) : {});
const asJson = (body: unknown): unknown =>
  body === undefined ? undefined : JSON.parse(JSON.stringify(body));

function isValid(def: OpDef, input: LooseInput): boolean {
  const fits = (schema: OpDef['body'], value: unknown) =>
    schema
      ? schema.safeParse(value).success
      : value === undefined ||
        value === null ||
        (typeof value === 'object' && Object.keys(value).length === 0);
  const query = Object.fromEntries(
    Object.entries(input.query ?? {}).map(([key, value]) => [
      key,
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  );
  return (
    (!def.params || fits(def.params, input.params)) &&
    fits(def.query, query) &&
    fits(def.body, input.body ?? (def.body ? {} : undefined))
  );
}

async function shoot(
  route: string,
  def: OpDef,
  shot: { input: LooseInput; caller: Caller; at: number },
): Promise<void> {
  const { caller, at } = shot;
  const body = def.upload ? asFields(shot.input.body) : asJson(shot.input.body);
  const input = {
    params: shot.input.params,
    query: asQuery(shot.input.query),
    body: route.startsWith('GET ') ? undefined : body,
  };
  address += 1;
  const answer = await raw(route, {
    ...input,
    form: formOf(def, at),
    token: await tokenOf(caller),
    ip: `198.19.${(address >> 8) & 255}.${address & 255}`,
    key: at % 3 === 0 ? `key-${at % 50}-fuzz` : undefined,
  });
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status < 300) {
    expect(def.reply.safeParse(answer.data).error, answer.text).toBeUndefined();
    if (!def.upload)
      expect(isValid(def, input), `taken though it isn’t valid: ${JSON.stringify(input).slice(0, 500)}`).toBe(
        true,
      );
    return;
  }
  expect(answer.problem).toMatchObject({
    status: answer.status,
    code: expect.any(String),
    message: expect.stringMatching(/\S/),
  });
}

const live = Object.entries(contract as Record<string, OpDef>);

describe(`${runs} requests to each operation, half of them valid`, () => {
  test.each(live)('%s', async (route, def) => {
    const valid = validInput(def, knownFor(route));
    const shots = fc.record({
      input: fc.oneof(valid, mutated(valid)),
      caller: callersOf(def),
      at: fc.nat({ max: 10_000 }),
    });
    await fc.assert(
      fc.asyncProperty(shots, (shot) => shoot(route, def, shot)),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });
});

test.each([
  ['not JSON', '{"credentials":'],
  ['half a character', new Uint8Array([0x7b, 0xc3, 0x28, 0x7d])],
  ['a deep nest', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  [
    'keys of every object',
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"credentials":"a","password":"b"}',
  ],
])('rejects %s', async (_, body) => {
  const request = new Request('https://limelight.test/api/v1/auth/login', { method: 'POST', body });
  const { status } = await app.backend.fetch(request, { ip: '198.51.100.99' });
  expect(status).toBe(422);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});

test('a body larger than any call accepts is rejected before it is read', async () => {
  const body = JSON.stringify({ credentials: 'a', password: 'b'.repeat(300_000) });
  const { status } = await app.backend.fetch(
    new Request('https://limelight.test/api/v1/auth/login', { method: 'POST', body }),
    { ip: '198.51.100.98' },
  );
  expect(status).toBe(413);
});

afterAll(async () => {
  expect(await checkLedger(ctx)).toEqual([]);
});
