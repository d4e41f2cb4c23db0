import { eq } from 'drizzle-orm';
import { pronounChoices } from '#contract/people/creators.ts';
import { coCreators } from '#backend/db/schema/media-items.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import type { TestBackend } from '../setup/backend.ts';
import { addPasskey } from '../setup/passkeys.ts';
import { shopIn } from '../setup/shop.ts';
import { videosIn } from '../setup/videos.ts';
import { worksIn } from '../setup/media-items.ts';
import { type Person, testPassword } from '../setup/test-app.ts';
import { type Change, type Field, type Json, type Sight, type Subject, always, each, edit } from './edit.ts';
import { among, found, inDays, makeStage } from './stage.ts';

let names = 0;
const freshName = () => `renamed-${(names += 1)}`;

const account: Record<string, Field<string>> = {
  name: always('Another Name'),
  bio: always('I throw pots.', ''),
  country: each({ value: 'DE' }, { value: null }, { value: 'XX', refused: 422 }),
  username: { changes: () => [{ value: freshName() }, { value: 'home', refused: 422 }] },
  // A new address is pending until both addresses have confirmed it.
  email: {
    changes: () => [
      { value: `${freshName()}@limelight.test`, along: { password: testPassword }, moves: ['pendingEmail'] },
      // The session has just proved who is using it.
      { value: `${freshName()}@limelight.test`, moves: ['pendingEmail'] },
      { value: 'nonsense', refused: 422 },
    ],
    read: (own) => own['pendingEmail'],
  },
  password: {
    changes: () => {
      const email = `${freshName()}@limelight.test`;
      return [
        { value: testPassword, along: { email }, shown: email, moves: ['pendingEmail'] },
        { value: 'guessed', along: { email }, refused: 422 },
      ];
    },
    read: (own) => own['pendingEmail'],
  },
};
const person =
  (isPerformer: boolean) =>
  async ({ ok, makeFan, makeCreator }: TestBackend): Promise<Subject> => {
    const by = isPerformer ? await makeCreator() : await makeFan();
    return { by, read: () => ok('GET /users/me', { token: by.token }) };
  };
export const userEdit = edit<'fan' | 'creator'>({
  states: { fan: person(false), creator: person(true) },
  fields: account,
});

const chosen =
  (interests: string[]) =>
  async ({ ok, makeFan }: TestBackend): Promise<Subject> => {
    const by = await makeFan();
    await ok('PUT /users/interests', { token: by.token, body: { interests } });
    return { by, read: async () => ({ ...(await ok('GET /users/interests', { token: by.token })) }) };
  };
export const interestsEdit = edit<'none' | 'some'>({
  states: { none: chosen([]), some: chosen(['glass', 'ink']) },
  fields: {
    interests: {
      changes: () => [
        { value: ['felt'] },
        { value: [] },
        { value: [''], refused: 422 },
        { value: ['x'.repeat(41)], refused: 422 },
        { value: Array.from({ length: 21 }, (_, at) => `word ${at}`), refused: 422 },
      ],
    },
  },
});

const ofDays =
  (timeZone: string | null) =>
  async ({ ok, makeCreator }: TestBackend): Promise<Subject> => {
    const by = await makeCreator();
    if (timeZone !== null) await ok('PUT /users/time-zone', { token: by.token, body: { timeZone } });
    return { by, read: () => ok('GET /users/me', { token: by.token }) };
  };
export const timeZoneEdit = edit<'unknown' | 'known'>({
  states: { unknown: ofDays(null), known: ofDays('Asia/Kathmandu') },
  fields: {
    timeZone: {
      changes: () => [
        { value: 'America/Los_Angeles' },
        { value: 'Moon/Crater', refused: 422 },
        { value: '+01:00', refused: 422 },
        { value: '', refused: 422 },
      ],
    },
    // Whether the zone is set is what it decides; `own-days.test.ts` has both.
    isGuess: {
      changes: () => [
        { value: true, along: { timeZone: 'Europe/Berlin' }, shown: null, moves: ['timeZone'] },
        { value: false, along: { timeZone: 'Europe/Berlin' }, shown: null, moves: ['timeZone'] },
        { value: 'no', refused: 422 },
      ],
      read: () => null,
    },
  },
});

const creator =
  (verified: 'approved' | 'pending' | 'rejected') =>
  async ({ ok, call, makeCreator, makeFan }: TestBackend): Promise<Subject> => {
    const [by, stranger] = [await makeCreator({}, { verified }), await makeFan()];
    const at = { params: { id: by.id } };
    const asOthers = (name: string, token?: string) => ({
      name,
      read: async () => [await found(call('GET /performers/:id', { ...at, token }))],
      sight: (own: Json) => (own['verified'] === 'approved' ? ('open' as const) : ('hidden' as const)),
    });
    return {
      ...at,
      by,
      read: async () => ({
        ...(await ok('GET /performers/me', { token: by.token })),
        pendingEmail: (await ok('GET /users/me', { token: by.token })).pendingEmail,
      }),
      onlookers: [asOthers('visitor'), asOthers('stranger', stranger.token)],
    };
  };
/** The percentage of a length, read where its price is. */
const bundle = (type: string, ...changes: readonly Change[]): Field<string> => ({
  ...each(...changes.map((change) => ({ moves: ['bundles'], ...change }))),
  read: (own) => (own['bundles'] as Json[]).find((each) => each['type'] === type)?.['percent'] ?? null,
});
export const performerEdit = edit<'approved' | 'pending' | 'rejected'>({
  states: { approved: creator('approved'), pending: creator('pending'), rejected: creator('rejected') },
  fields: {
    ...account,
    email: { ...account['email']!, secret: true },
    categories: always(['ceramics', 'jazz'], []),
    pronouns: each(
      ...pronounChoices.map((value) => ({ value })),
      { value: null },
      { value: 'it', refused: 422 },
    ),
    languages: each({ value: ['de', 'en'] }, { value: [] }, { value: ['zz'], refused: 422 }),
    monthlyPrice: each({ value: 1_500 }, { value: 1, refused: 422 }, { value: 500, refused: 422 }),
    yearlyPrice: each({ value: 8_000 }, { value: 1, refused: 422 }, { value: 11_989, refused: 422 }),
    quarterlyPercent: bundle('quarterly', { value: 10 }, { value: null }, { value: 51, refused: 422 }),
    semiannualPercent: bundle('semiannual', { value: 0 }, { value: 50 }, { value: -1, refused: 422 }),
    isFreeSubscription: always(true, false),
    freeDays: always(14),
  },
});

/** Which of two passwords works. */
const login = async ({ call, makeFan }: TestBackend): Promise<Subject> => {
  const by = await makeFan();
  const opens = async (password: string) =>
    (await call('POST /auth/login', { body: { credentials: by.username, password } })).status === 200;
  return {
    by,
    read: async () => ({ old: await opens(testPassword), new: await opens('another heavy anvil') }),
  };
};
export const passwordEdit = edit<'present'>({
  states: { present: login },
  fields: {
    password: {
      ...each(
        { value: 'another heavy anvil', along: { source: testPassword }, shown: true, moves: ['old', 'new'] },
        { value: 'short', along: { source: testPassword }, refused: 422 },
      ),
      read: (own) => own['new'],
    },
    source: {
      ...each(
        {
          value: testPassword,
          along: { password: 'another heavy anvil' },
          shown: true,
          moves: ['old', 'new'],
        },
        { value: 'guessed', along: { password: 'another heavy anvil' }, refused: 422 },
      ),
      read: (own) => own['new'],
    },
  },
});

export const passkeyEdit = edit<'present'>({
  states: {
    present: async (app) => {
      const by = await app.makeFan();
      const { id } = await addPasskey(app, by);
      const read = async () => ({ ...(await app.ok('GET /auth/passkeys', { token: by.token })).data[0] });
      return { params: { id }, by, read };
    },
  },
  fields: {
    name: each({ value: 'My laptop' }, { value: ' ', refused: 422 }, { value: 'x'.repeat(51), refused: 422 }),
  },
});

const addressIn =
  (isDefault: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const { makeFan, ok } = app;
    const [by, stranger] = [await makeFan(), await makeFan()];
    const { makeAddress } = shopIn(app);
    const id = await makeAddress(by.id);
    await ok('PUT /addresses/:id', {
      token: by.token,
      params: { id: isDefault ? id : await makeAddress(by.id) },
      body: { isDefault: true },
    });
    const listed = async (token: string) => among(await ok('GET /addresses/search', { token }), id);
    return {
      params: { id },
      by,
      read: async () => (await listed(by.token)) as Json,
      onlookers: [
        { name: 'stranger', read: async () => [await listed(stranger.token)], sight: () => 'hidden' },
      ],
    };
  };
export const addressEdit = edit<'default' | 'other'>({
  states: { default: addressIn(true), other: addressIn(false) },
  fields: {
    name: always('Bo Fan'),
    line1: always('Elm Street 2'),
    line2: always('Third floor', ''),
    city: always('Hamburg'),
    state: always('HH', ''),
    zip: always('20095', ''),
    phone: always('+4940999999', ''),
    country: each({ value: 'FR' }, { value: 'XX', refused: 422 }),
    isDefault: always(true),
  },
});

const comment =
  (kind: 'standing' | 'edited' | 'pinned' | 'answer' | 'held', as: 'author' | 'owner') =>
  async (app: TestBackend): Promise<Subject> => {
    const { owner, stranger, follower } = await makeStage(app);
    const { ok } = app;
    const objectId = await worksIn(app).makePhoto(owner.id);
    const on = { objectType: 'photo', objectId } as const;
    const write = async (parentId?: string) =>
      (
        await ok('POST /comments', {
          token: stranger.token,
          body: { ...on, text: 'Lovely', ...(parentId && { parentId }) },
        })
      )._id;
    if (kind === 'held')
      await ok('PUT /comments/held-words', { token: owner.token, body: { words: ['lovely'] } });
    const first = await write();
    const params = { id: kind === 'answer' ? await write(first) : first };
    if (kind === 'edited')
      await ok('PUT /comments/:id', { token: stranger.token, params, body: { text: 'Lovelier' } });
    if (kind === 'pinned')
      await ok('PUT /comments/:id/pin', { token: owner.token, params, body: { pinned: true } });
    const seen = async (token?: string) =>
      among(
        await ok('GET /comments', { token, query: { ...on, ...(kind === 'answer' && { parentId: first }) } }),
        params.id,
      );
    const by = as === 'author' ? stranger : owner;
    const sight = (): Sight => (kind === 'held' ? 'hidden' : 'open');
    return {
      params,
      by,
      read: async () => (await seen(by.token)) as Json,
      onlookers: [
        { name: 'visitor', read: async () => [await seen()], sight },
        { name: 'follower', read: async () => [await seen(follower.token)], sight },
      ],
    };
  };
export const commentEdit = edit<'standing' | 'edited' | 'pinned' | 'answer' | 'held'>({
  states: {
    held: comment('held', 'author'),
    standing: comment('standing', 'author'),
    edited: comment('edited', 'author'),
    pinned: comment('pinned', 'author'),
    answer: comment('answer', 'author'),
  },
  fields: { text: { changes: () => [{ value: 'Quite lovely', moves: ['editedAt'] }] } },
});
const words =
  (kind: 'none' | 'some') =>
  async (app: TestBackend): Promise<Subject> => {
    const by = await app.makeCreator();
    if (kind === 'some')
      await app.ok('PUT /comments/held-words', { token: by.token, body: { words: ['spoiler'] } });
    return { by, read: () => app.ok('GET /comments/held-words', { token: by.token }) };
  };
export const heldWordsEdit = edit<'none' | 'some'>({
  states: { none: words('none'), some: words('some') },
  fields: {
    words: {
      ...each(
        { value: ['Ending', 'ending', 'last page'], shown: ['ending', 'last page'] },
        { value: [] },
        { value: ['  '], refused: 422 },
        { value: ['x'.repeat(61)], refused: 422 },
        { value: Array.from({ length: 201 }, (_, at) => `word ${at}`), refused: 422 },
      ),
      secret: true,
    },
  },
});

export const pinEdit = edit<'standing' | 'pinned' | 'answer'>({
  states: {
    standing: comment('standing', 'owner'),
    pinned: comment('pinned', 'owner'),
    answer: comment('answer', 'owner'),
  },
  fields: {
    pinned: {
      changes: (state) =>
        state === 'answer'
          ? [
              { value: true, refused: 422 },
              { value: false, refused: 422 },
            ]
          : [{ value: true }, { value: false }],
    },
  },
});

const asked =
  (state: 'pending' | 'accepted' | 'declined') =>
  async (app: TestBackend): Promise<Subject> => {
    const { db, ports, ok } = app;
    const { owner, other } = await makeStage(app);
    const [itemId, id] = [await videosIn(app).makeVideo(owner.id), ports.ids()];
    const answeredAt = state === 'pending' ? null : ports.clock.now();
    await db.insert(coCreators).values({
      id,
      kind: 'video',
      itemId,
      performerId: other.id,
      state,
      createdAt: ports.clock.now(),
      answeredAt,
    });
    const shown = async () =>
      (await ok('GET /performer-assets/videos/:id', { params: { id: itemId } })).coCreators.length > 0;
    return {
      params: { id },
      by: other,
      read: async () => among(await ok('GET /performer/co-creators', { token: other.token }), id) as Json,
      onlookers: [
        {
          name: 'visitor beside the video',
          read: async () => [(await shown()) ? {} : null],
          sight: (own) => (own['state'] === 'accepted' ? 'open' : 'hidden'),
        },
      ],
    };
  };
export const coCreatorEdit = edit<'pending' | 'accepted' | 'declined'>({
  states: { pending: asked('pending'), accepted: asked('accepted'), declined: asked('declined') },
  fields: {
    answer: {
      changes: (state) => [
        state === 'declined'
          ? { value: 'accept', refused: 409 }
          : { value: 'accept', shown: 'accepted', moves: ['state', 'answeredAt'] },
        { value: 'decline', shown: 'declined', moves: ['state', 'answeredAt', 'files'] },
      ],
      read: (own) => own['state'],
    },
  },
});

export const subscriptionIn =
  (state: 'active' | 'past_due' | 'cancelled' | 'expired', as: 'fan' | 'creator') =>
  async (app: TestBackend): Promise<Subject> => {
    const { db, ok, ports } = app;
    const { owner, subscriber } = await makeStage(app);
    const [row] = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.userId, subscriber.id));
    const moment = ports.clock.now();
    await db
      .update(subscriptions)
      .set({
        state,
        ...(state === 'expired' && { periodEnd: inDays(app, -1) }),
        ...(state === 'past_due' && { periodEnd: inDays(app, -1) }),
        ...(state === 'cancelled' && { cancelledAt: moment }),
      })
      .where(eq(subscriptions.id, row!.id));
    const listed = async (who: Person) =>
      among(
        who.viewer.isPerformer
          ? await ok('GET /subscriptions/performer/search', { token: who.token })
          : await ok('GET /subscriptions/user/search', { token: who.token }),
        row!.id,
      );
    const by = as === 'fan' ? subscriber : owner;
    return { params: { id: row!.id }, by, read: async () => (await listed(by)) as Json };
  };
export const noteEdit = edit<'active' | 'past_due' | 'cancelled' | 'expired'>({
  states: {
    active: subscriptionIn('active', 'creator'),
    past_due: subscriptionIn('past_due', 'creator'),
    cancelled: subscriptionIn('cancelled', 'creator'),
    expired: subscriptionIn('expired', 'creator'),
  },
  fields: { note: always('Likes glazes', '') },
});
