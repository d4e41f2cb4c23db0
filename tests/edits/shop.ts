import { limits } from '#config/limits.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import type { ProductState } from '#contract/trade/products.ts';
import { bids } from '#backend/db/schema/auctions.ts';
import { auctionsIn } from '../setup/auctions.ts';
import type { TestBackend } from '../setup/backend.ts';
import { shopIn } from '../setup/shop.ts';
import {
  type Change,
  type Field,
  type Json,
  type Onlooker,
  type Sight,
  type Subject,
  always,
  each,
  edit,
} from './edit.ts';
import { type Stage, among, found, inDays, makeStage } from './stage.ts';

const stages = new WeakMap<Subject, Stage>();
const stageOf = (subject: Subject): Stage => stages.get(subject)!;
const everybody = (
  { stranger, subscriber }: Stage,
  places: (token: string | undefined) => Promise<readonly (Json | null)[]>,
  sight: (own: Json) => Sight,
): Onlooker[] =>
  [
    ['visitor', undefined],
    ['stranger', stranger.token],
    ['subscriber', subscriber.token],
  ].map(([name, token]) => ({ name: String(name), read: () => places(token), sight }));

type Selling = Exclude<ProductState, 'removed'>;
const product =
  (type: 'physical' | 'digital', state: Selling) =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const { ok, call } = app;
    const { owner } = stage;
    const shop = shopIn(app);
    const values = { state, publishedAt: state === 'draft' ? null : app.ports.clock.now() };
    const id =
      type === 'digital'
        ? await shop.makeDigital(owner.id, values)
        : await shop.makeProduct(owner.id, values, [await shop.makePicture(owner.id)]);
    const at = { params: { id } };
    const subject: Subject = {
      ...at,
      by: owner,
      read: () => ok('GET /performer/performer-assets/products/:id/view', { ...at, token: owner.token }),
      onlookers: everybody(
        stage,
        async (token) => [
          await found(call('GET /performer-assets/products/:id', { ...at, token })),
          among(
            await ok('GET /performer-assets/products/search', { token, query: { performerId: owner.id } }),
            id,
          ),
        ],
        (own) => (own['state'] === 'published' ? 'locked' : 'hidden'),
      ),
    };
    stages.set(subject, stage);
    return subject;
  };

const ownFile =
  (make: 'makeSold' | 'makePicture') =>
  async (subject: Subject): Promise<[string, string]> => {
    const { app, owner, other } = stageOf(subject);
    return [await shopIn(app)[make](owner.id), await shopIn(app)[make](other.id)];
  };
const imageIds: Field<string> = {
  changes: async (_, subject) => {
    const [mine, theirs] = await ownFile('makePicture')(subject);
    return [
      { value: [mine], moves: ['images'] },
      { value: [], moves: ['images'] },
      { value: [theirs], refused: 422 },
    ];
  },
  read: (own) => own['images'],
};
const ofBoth: Record<string, Field<string>> = {
  title: always('Another mug'),
  description: always('Another description', ''),
  commentsEnabled: always(false, true),
  processingDays: always(0, 9),
  imageIds,
  price: always(1, 250, limits.itemPrice.max),
  state: {
    changes: (from) =>
      (['draft', 'published', 'archived'] as const).map((value) => ({
        value,
        moves: from === 'draft' ? ['publishedAt'] : [],
      })),
  },
};
export const physicalEdit = edit<Selling>({
  states: {
    draft: product('physical', 'draft'),
    published: product('physical', 'published'),
    archived: product('physical', 'archived'),
  },
  fields: {
    ...ofBoth,
    stock: each({ value: 0 }, { value: 40 }, { value: null, refused: 422 }),
    shippingPrice: always(0, 35),
    shippingCountries: each({ value: ['DE', 'FR'] }, { value: [] }, { value: ['XX'], refused: 422 }),
    fileIds: {
      changes: async (_, subject) => [{ value: [(await ownFile('makeSold')(subject))[0]], refused: 422 }],
    },
    // The stock that the creator knew of: a new stock is accepted only if it is still current.
    stockSeen: {
      ...each({ value: 7, along: { stock: 5 }, shown: 5 }, { value: 6, along: { stock: 5 }, refused: 409 }),
      read: (own) => own['stock'],
    },
  },
});
export const digitalEdit = edit<Selling>({
  states: {
    draft: product('digital', 'draft'),
    published: product('digital', 'published'),
    archived: product('digital', 'archived'),
  },
  fields: {
    ...ofBoth,
    stock: always(0, 40, null),
    shippingPrice: each({ value: 35, refused: 422 }, { value: 0 }),
    shippingCountries: each({ value: ['DE'], refused: 422 }, { value: [] }),
    fileIds: {
      changes: async (state, subject) => {
        const [mine, theirs] = await ownFile('makeSold')(subject);
        const moves = ['files', 'uploads'];
        const none: Change = state === 'published' ? { value: [], refused: 422 } : { value: [], moves };
        return [
          { value: [mine, (await ownFile('makeSold')(subject))[0]], moves },
          none,
          { value: [mine, theirs], refused: 422 },
        ];
      },
      read: (own) => own['uploads'],
    },
  },
});

/** `bidOn`: live, with a bid. */
type AuctionIn = Auction['state'] | 'bidOn';
const auction =
  (state: AuctionIn) =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const { db, ports, ok, call } = app;
    const { owner, stranger } = stage;
    const row = state === 'bidOn' || state === 'ended' ? 'live' : state;
    const times =
      state === 'scheduled'
        ? { startAt: inDays(app, 1), endAt: inDays(app, 3) }
        : state === 'live' || state === 'bidOn'
          ? { startAt: inDays(app, -1), endAt: inDays(app, 3) }
          : { startAt: inDays(app, -3), endAt: inDays(app, -1) };
    const id = await auctionsIn(app).makeAuction(owner, {
      state: row,
      ...times,
      ...(state === 'bidOn' && { bidCount: 1, currentPrice: 10, leaderId: stranger.id }),
    });
    if (state === 'bidOn')
      await db.insert(bids).values({
        id: ports.ids(),
        auctionId: id,
        bidderId: stranger.id,
        seq: 1,
        amount: 10,
        result: 'leading',
        createdAt: ports.clock.now(),
      });
    const at = { params: { id } };
    const subject: Subject = {
      ...at,
      by: owner,
      read: () => ok('GET /autions/:id/view', { ...at, token: owner.token }),
      onlookers: everybody(
        stage,
        async (token) => [
          await found(call('GET /autions/:id/view', { ...at, token })),
          among(await ok('GET /autions/search', { token, query: { performerId: owner.id } }), id),
        ],
        (own) => (own['state'] === 'cancelled' ? 'hidden' : 'open'),
      ),
    };
    stages.set(subject, stage);
    return subject;
  };

/** An auction that has bids or has ended can't be changed. */
const whileOpen = (field: Field<AuctionIn>): Field<AuctionIn> => ({
  ...field,
  changes: async (state, subject) => {
    const changes = await field.changes(state, subject);
    return state === 'scheduled' || state === 'live'
      ? changes
      : changes.filter(({ refused }) => refused !== 422).map(({ value }) => ({ value, refused: 409 }));
  },
});
const auctionFields: Record<string, Field<AuctionIn>> = {
  title: always('Another print'),
  description: always('Another description', ''),
  commentsEnabled: always(false, true),
  startPrice: each({ value: 30, moves: ['minimumBid'] }, { value: 1, moves: ['minimumBid'] }),
  reservePrice: {
    ...each({ value: 90, moves: ['hasReserve', 'reserveMet'] }, { value: null }, { value: 2, refused: 422 }),
    secret: true,
  },
  shippingCountries: each({ value: ['DE', 'FR'] }, { value: [] }, { value: ['XX'], refused: 422 }),
  imageIds: {
    changes: async (_, subject) => {
      const [mine, theirs] = await ownFile('makePicture')(subject);
      return [
        { value: [mine], moves: ['images'] },
        { value: [theirs], refused: 422 },
      ];
    },
    read: (own) => own['images'],
  },
  startAt: {
    changes: (state, subject) => {
      const { app } = stageOf(subject);
      const later = inDays(app, 2).toISOString();
      if (state !== 'scheduled')
        return [{ value: later, refused: 422 }, { value: inDays(app, -1).toISOString() }];
      return [
        { value: later },
        { value: '2001-01-01T00:00:00.000Z', shown: app.ports.clock.now().toISOString(), moves: ['state'] },
        { value: inDays(app, 2.9999).toISOString(), refused: 422 },
      ];
    },
  },
  endAt: {
    changes: (_, subject) => [
      { value: inDays(stageOf(subject).app, 4).toISOString(), moves: ['effectiveEndAt'] },
      { value: '2001-01-01T00:00:00.000Z', refused: 422 },
    ],
  },
};
export const auctionEdit = edit<AuctionIn>({
  states: {
    scheduled: auction('scheduled'),
    live: auction('live'),
    bidOn: auction('bidOn'),
    ended: auction('ended'),
    sold: auction('sold'),
    unsold: auction('unsold'),
    cancelled: auction('cancelled'),
  },
  fields: Object.fromEntries(Object.entries(auctionFields).map(([path, field]) => [path, whileOpen(field)])),
});
