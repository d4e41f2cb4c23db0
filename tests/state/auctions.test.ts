import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Auction, Bid } from '#contract/trade/auctions.ts';
import { getAuction, listBids, listOwnBids, placeBid, searchAuctions } from '#services/trade/auctions.ts';
import '#state/auctions/live-bids.ts';
import { askRead, sendWrite } from '#state/query/ask.ts';
import { withBid, withNews } from '#state/auctions/auction-updates.ts';
import { auctionLeft, auctionWatched } from '#state/auctions/auction-watch.ts';
import { clockMeasured, selectClockOffset } from '#state/live/server-clock.ts';
import { makeStore } from '#state/store.ts';
import { selectBalance } from '#state/session/user.ts';
import { problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';
import { makeFakeDeps } from './setup/make-fake-deps.ts';
import { showList, showRead } from './setup/shown.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { anAuction, bidNews } from '../setup/factories/auctions.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const them = { name: 'b•••c', isYou: false };
const you = { name: 'm•••a', isYou: true };
const aBid = (seq: number, more: Partial<Bid> = {}): Bid => ({
  _id: `b${seq}`,
  seq,
  amount: 10 + seq,
  bidder: them,
  isAutomatic: false,
  result: 'leading',
  createdAt: '2026-03-02T09:00:00.000Z',
  ...more,
});
const auction = { params: { id: 'a1' } };
const bids = { query: { auctionId: 'a1' } };
const start = (answers: Replies = {}) =>
  startLoggedIn(aUser({ balance: 500 }), {
    answers: {
      'GET /users/me': () => aUser({ balance: 500 }),
      'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
      ...answers,
    },
  });

describe('a bid event', () => {
  const led = anAuction({
    bidCount: 3,
    currentPrice: 13,
    leader: you,
    ownBid: { amount: 13, maximum: null, result: 'leading', createdAt: '2026-03-02T08:00:00.000Z' },
  });

  it('updates the auction, and says who was outbid', () => {
    expect(
      withNews(led, bidNews({ bidCount: 4, amount: 20, endsAt: '2026-03-02T11:00:00.000Z' })),
    ).toMatchObject({
      bidCount: 4,
      currentPrice: 20,
      minimumBid: 21,
      leader: them,
      ownBid: { amount: 13, result: 'outbid' },
      effectiveEndAt: '2026-03-02T11:00:00.000Z',
      state: 'live',
    });
  });

  it('is the viewer’s own', () => {
    expect(withNews(led, bidNews({ bidCount: 4, amount: 20, leader: you }))).toMatchObject({
      leader: you,
      ownBid: { amount: 20, result: 'leading' },
    });
  });

  it('changes nothing if it is older, or known', () => {
    expect(withNews(led, bidNews({ bidCount: 2, amount: 12 }))).toBe(led);
    expect(withNews(led, bidNews({ bidCount: 3, amount: 13 }))).toBe(led);
  });

  it('reaches the bidder twice, in either order: they lead', () => {
    const [all, own] = [
      bidNews({ bidCount: 4, amount: 20 }),
      bidNews({ bidCount: 4, amount: 20, leader: you }),
    ];
    for (const order of [
      [all, own],
      [own, all],
    ])
      expect(order.reduce<Auction>(withNews, led)).toMatchObject({
        leader: you,
        ownBid: { amount: 20, result: 'leading' },
      });
  });

  it('of a maximum that was met: both bids, and whose they are', () => {
    const met = bidNews({
      bidCount: 5,
      bidId: 'b5',
      amount: 30,
      isAutomatic: true,
      beaten: aBid(4, { amount: 28, result: 'outbid', bidder: you }),
    });
    const shared = { ...met, beaten: { ...aBid(4, { amount: 28, result: 'outbid' }) } };
    for (const order of [
      [met, shared],
      [shared, met],
    ])
      expect(order.reduce<Auction>(withNews, led)).toMatchObject({
        bidCount: 5,
        leader: them,
        ownBid: { amount: 28, result: 'outbid' },
      });
    const bids = [aBid(3), aBid(2, { result: 'outbid' })];
    for (const order of [
      [met, shared],
      [shared, met],
    ])
      expect(
        order
          .reduce<readonly Bid[]>((known, news) => withBid(known, news) ?? [], bids)
          .map(({ seq, result, isAutomatic, bidder }) => [seq, result, isAutomatic, bidder.isYou]),
      ).toEqual([
        [5, 'leading', true, false],
        [4, 'outbid', false, true],
        [3, 'outbid', false, false],
        [2, 'outbid', false, false],
      ]);
    expect(withBid([aBid(2)], met)).toBeNull();
  });

  it('with the leader’s new maximum changes nothing else, and an older one nothing', () => {
    const news = (maximum: number, serverTime: string) =>
      bidNews({ bidCount: 3, amount: 13, leader: you, maximum, serverTime });
    const changed = withNews(led, news(80, '2026-03-02T09:00:01.000Z'));
    expect(changed).toEqual({
      ...led,
      ownBid: { ...led.ownBid, maximum: 80 },
      serverTime: '2026-03-02T09:00:01.000Z',
    });
    expect(withNews(changed, news(70, '2026-03-02T09:00:00.500Z'))).toBe(changed);
  });

  it('is added on top of the others; a gap must be fetched', () => {
    const bids = [aBid(2), aBid(1, { result: 'outbid' })];
    expect(
      withBid(bids, bidNews({ bidCount: 3, bidId: 'b3' }))?.map(({ _id, result }) => [_id, result]),
    ).toEqual([
      ['b3', 'leading'],
      ['b2', 'outbid'],
      ['b1', 'outbid'],
    ]);
    expect(withBid(bids, bidNews({ bidCount: 4 }))).toBeNull();
    expect(withBid(bids, bidNews({ bidCount: 2, leader: you }))?.[0]?.bidder).toEqual(you);
    expect(withBid([], bidNews({ bidCount: 1, bidId: 'b1' }))).toHaveLength(1);
  });
});

describe("the server's clock", () => {
  const store = () => makeStore(makeFakeDeps({}));
  const offset = (given: ReturnType<typeof store>) => selectClockOffset(given.getState());
  const measured = (ahead: number, took: number, at = 0) =>
    clockMeasured({
      serverTime: new Date(1_000_000 + at + took / 2 + ahead).toISOString(),
      sentAt: 1_000_000 + at,
      receivedAt: 1_000_000 + at + took,
    });

  it('is derived from when a request was sent and answered; the fastest is trusted', () => {
    const given = store();
    expect(offset(given)).toBe(0);
    given.dispatch(measured(5_000, 200));
    expect(offset(given)).toBe(5_000);
    given.dispatch(measured(5_900, 2_000, 1_000));
    expect(offset(given)).toBe(5_000);
    given.dispatch(measured(4_980, 40, 2_000));
    expect(offset(given)).toBe(4_980);
    given.dispatch(measured(-3_000, 100, 10 * 60_000));
    expect(offset(given)).toBe(-3_000);
  });

  it('is measured when viewing an auction', async () => {
    const { store, state } = await start({
      'GET /autions/:id/view': async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return anAuction({ serverTime: '2026-03-02T10:00:00.000Z' });
      },
    });
    showRead(store, getAuction, auction);
    await settle(100);
    expect(selectClockOffset(state())).toBe(3_600_000 - 50);
  });
});

describe('a displayed auction', () => {
  const answers: Replies = {
    'GET /autions/:id/view': () => anAuction({ bidCount: 1, currentPrice: 11 }),
    'GET /autions/search': () => ({ data: [anAuction({ bidCount: 1, currentPrice: 11 })], total: 1 }),
    'GET /aution-item/search': () => ({ data: [aBid(1)], total: 1 }),
  };

  it('follows events, wherever it is shown', async () => {
    const { store, deps, socket } = await start(answers);
    const shown = showRead(store, getAuction, auction);
    const listed = showList(store, searchAuctions, {});
    const history = showList(store, listBids, bids);
    await settle();
    const asked = deps.api.calls.length;
    socket().fire('auction/bid', bidNews({ bidCount: 2, amount: 30, bidId: 'b2' }));
    await settle();
    expect(shown()).toMatchObject({
      currentPrice: 30,
      bidCount: 2,
    });
    expect(listed()[0]?.data).toMatchObject([{ currentPrice: 30 }]);
    expect(history()[0]?.data.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(deps.api.calls).toHaveLength(asked);
    socket().fire('auction/bid', bidNews({ bidCount: 5, amount: 60, bidId: 'b5' }));
    await settle();
    expect(deps.api.routes().slice(asked)).toEqual(['GET /aution-item/search']);
    socket().fire('auction/ended', { auctionId: 'a1' });
    await settle();
    expect(
      deps.api
        .routes()
        .slice(asked + 1)
        .toSorted(),
    ).toEqual(['GET /aution-item/search', 'GET /autions/:id/view', 'GET /autions/search']);
  });

  it('is joined while it is shown, only once, and again after a disconnect', async () => {
    const { dispatch, socket } = await start(answers);
    const sent = () =>
      socket()
        .sent.filter(([event]) => event.startsWith('auction/'))
        .map(([event, payload]) => [event, (payload as { auctionId: string }).auctionId]);
    dispatch(auctionWatched('a1'));
    dispatch(auctionWatched('a1'));
    dispatch(auctionWatched('a2'));
    dispatch(auctionLeft('a1'));
    dispatch(auctionLeft('a2'));
    await settle();
    expect(sent()).toEqual([
      ['auction/join', 'a1'],
      ['auction/join', 'a2'],
      ['auction/leave', 'a2'],
    ]);
    socket().cutAndReconnect();
    await settle();
    expect(sent().slice(3)).toEqual([['auction/join', 'a1']]);
  });
});

describe('changes before the room is joined', () => {
  it('are fetched afterwards', async () => {
    let [bidCount, currentPrice] = [1, 12];
    const { store, dispatch, deps } = await start({
      'GET /autions/:id/view': () => anAuction({ bidCount, currentPrice }),
      'GET /aution-item/search': () => ({ data: [aBid(1)], total: 1 }),
    });
    const shown = showRead(store, getAuction, auction);
    showList(store, listBids, bids);
    await settle();
    const asked = deps.api.calls.length;
    // A bid without an event, because nothing was listening yet.
    [bidCount, currentPrice] = [2, 40];
    dispatch(auctionWatched('a1'));
    await settle();
    expect(deps.api.routes().slice(asked).toSorted()).toEqual([
      'GET /aution-item/search',
      'GET /autions/:id/view',
    ]);
    expect(shown()).toMatchObject({
      currentPrice: 40,
    });
  });

  it("and a reply in flight during a bid event doesn't revert it", async () => {
    const { store, socket } = await start({
      'GET /autions/:id/view': () => anAuction({ bidCount: 1, currentPrice: 12 }),
    });
    const shown = showRead(store, getAuction, auction);
    await settle();
    void askRead(store, getAuction, { input: auction, force: true });
    socket().fire('auction/bid', bidNews({ bidCount: 2, amount: 30, bidId: 'b2' }));
    await settle();
    expect(shown()).toMatchObject({
      currentPrice: 30,
      bidCount: 2,
    });
  });

  it('a list in flight is fetched again', async () => {
    const prices = [12, 30];
    const { store, socket } = await start({
      'GET /autions/users/search': () => ({
        data: [anAuction({ currentPrice: prices.shift() ?? 30 })],
        total: 1,
      }),
    });
    const shown = showList(store, listOwnBids, {});
    socket().fire('auction/bid', bidNews({ bidCount: 2, amount: 30, bidId: 'b2', leader: you }));
    await settle();
    expect(shown()[0]?.data[0]?.currentPrice).toBe(30);
  });

  it('changes by its creator are fetched', async () => {
    const { store, deps, socket } = await start({ 'GET /autions/:id/view': () => anAuction() });
    showRead(store, getAuction, auction);
    await settle();
    const asked = deps.api.calls.length;
    socket().fire('auction/changed', { auctionId: 'a1' });
    await settle();
    expect(deps.api.routes().slice(asked)).toEqual(['GET /autions/:id/view']);
  });
});

describe('bidding', () => {
  it('shows at once, with the remaining balance', async () => {
    const { store, state } = await start({
      'GET /autions/:id/view': () => anAuction(),
      'POST /aution-item': () => ({
        bid: aBid(1, { bidder: you }),
        news: bidNews({ bidCount: 1, amount: 40, leader: you }),
        balance: 460,
      }),
    });
    const shown = showRead(store, getAuction, auction);
    await settle();
    void sendWrite(store, placeBid, { key: 'k', body: { auctionId: 'a1', amount: 40 } });
    await settle();
    expect(shown()).toMatchObject({
      currentPrice: 40,
      leader: you,
    });
    expect(selectBalance(state())).toBe(460);
  });

  it('rejected because somebody was quicker: the page catches up', async () => {
    const { store, deps } = await start({
      'GET /autions/:id/view': () => anAuction(),
      'POST /aution-item': () => {
        throw problem(409, { code: 'conflict', message: 'Bid at least 50 tokens.', minimumBid: 50 });
      },
    });
    showRead(store, getAuction, auction);
    await settle();
    void sendWrite(store, placeBid, { key: 'k', body: { auctionId: 'a1', amount: 40 } });
    await settle();
    expect(deps.api.routes().filter((route) => route === 'GET /autions/:id/view')).toHaveLength(2);
  });
});
