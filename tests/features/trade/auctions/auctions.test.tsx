import { act, screen, waitFor, within } from '@testing-library/react';
import Router from 'next/router';
import { describe, expect, it, vi } from 'vitest';
import { AuctionPage } from '#features/trade/auctions/auction-page.tsx';
import { AuctionsPage } from '#features/trade/auctions/auctions-page.tsx';
import { announcement } from '#features/trade/auctions/announcements.tsx';
import { lookEvery } from '#features/trade/auctions/auction-watch.ts';
import { bidCosts } from '#features/trade/auctions/use-bid.ts';
import { BidsView } from '#features/trade/auctions/bids-view.tsx';
import { countdownText } from '#lib/countdown.ts';
import { likelyBids, stepAt } from '#lib/auction-steps.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import type { BodyOf } from '#services/http/call.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';
import { aLiveAuction, bidNews } from '../../../setup/factories/auctions.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { draw, keysOf, type Drawn } from '../../../components/setup/draw.tsx';

const hour = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const you = { name: 'm•••a', isYou: true };
const them = { name: 'b•••c', isYou: false };
const around = (auction: Auction, more: Replies = {}): Replies => ({
  'GET /autions/:id/view': () => auction,
  'GET /aution-item/search': () => ({ data: [], total: 0 }),
  'GET /comments': () => ({ data: [], total: 0, closed: null }),
  ...more,
});
const open = (auction: Auction, { answers, ...drawn }: Drawn = {}) =>
  draw(<AuctionPage auction={auction} />, {
    answers: around(auction, answers),
    user: { balance: 500 },
    path: '/auctions/a1',
    ...drawn,
  });
const panel = () => within(screen.getByRole('region', { name: 'Bidding' }));

describe('time and bid steps', () => {
  it.each([
    [90_000_000, '1 d 1 h'],
    [86_400_000, '1 d 0 h'],
    [14_700_000, '4 h 05 min'],
    [3_600_000, '1 h 00 min'],
    [3_599_000, '59:59'],
    [61_000, '1:01'],
    [1, '0:01'],
    [0, '0:00'],
    [-5_000, '0:00'],
  ])('%i ms left: %s', (left, text) => expect(countdownText(left)).toBe(text));
  it('steps grow with the price', () => {
    expect([29, 30, 50, 100, 300, 1_000, 2_000].map(stepAt)).toEqual([1, 2, 3, 5, 10, 20, 50]);
    expect(likelyBids(29)).toEqual([29, 30, 32]);
  });
  it('the leader pays the difference', () => {
    expect(bidCosts({ leader: you, currentPrice: 40 }, 50)).toBe(10);
    expect(bidCosts({ leader: them, currentPrice: 40 }, 50)).toBe(50);
    expect(bidCosts({ leader: null, currentPrice: null }, 50)).toBe(50);
  });
  it('refreshes more often the fewer events arrive', () => {
    expect(lookEvery({ phase: 'live', left: hour, hears: true })).toBe(30_000);
    expect(lookEvery({ phase: 'live', left: hour, hears: false })).toBe(10_000);
    expect(lookEvery({ phase: 'live', left: 30_000, hears: false })).toBe(3_000);
    expect(lookEvery({ phase: 'ended', left: -1, hears: true })).toBe(2_000);
    expect(lookEvery({ phase: 'sold', left: -1, hears: true })).toBe(0);
  });
});

describe('screen reader announcements', () => {
  const before = aLiveAuction({
    bidCount: 1,
    currentPrice: 20,
    leader: you,
    ownBid: { amount: 20, maximum: null, result: 'leading', createdAt: at(0) },
  });
  it.each<[string, Partial<Auction>, string]>([
    ['nothing new', {}, ''],
    ['outbid', { bidCount: 2, currentPrice: 21, leader: them }, 'Highest bid 21 tokens. You were outbid.'],
    [
      'leading',
      { bidCount: 3, currentPrice: 30, leader: you },
      'Highest bid 30 tokens. You’re the highest bidder.',
    ],
    ['told twice, the second time as the own', { leader: you }, ''],
    [
      'extended',
      { bidCount: 2, currentPrice: 21, leader: you, effectiveEndAt: at(2 * hour) },
      'Highest bid 21 tokens. You’re the highest bidder. The end time has moved.',
    ],
    ['sold', { state: 'sold', currentPrice: 30 }, 'Sold for 30 tokens.'],
    ['not sold', { state: 'unsold' }, 'The auction ended without a sale.'],
  ])('%s', (_, change, text) => expect(announcement(before, { ...before, ...change })).toBe(text));
});

describe('an auction', () => {
  it('shows price with money value, the minimum bid and the next steps', async () => {
    await open(aLiveAuction({ bidCount: 2, currentPrice: 48, minimumBid: 50, leader: them }));
    expect(panel().getByText('48 tokens').parentElement?.textContent).toContain('($2.40)');
    expect(panel().getByText(/Highest bidder:/).textContent).toContain('b•••c');
    expect(
      within(panel().getByRole('group', { name: 'Suggested bids' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['50', '53', '56']);
    expect(panel().getByText('At least 50 tokens ($2.50)')).toBeTruthy();
    expect(panel().getByRole('timer').getAttribute('aria-live')).toBe('off');
  });

  it('is bid on with one press; the leader is told so', async () => {
    const { hand, deps } = await open(aLiveAuction(), {
      answers: {
        'POST /aution-item': () => ({
          bid: {
            _id: 'b1',
            seq: 1,
            amount: 10,
            bidder: you,
            isAutomatic: false,
            result: 'leading',
            createdAt: at(0),
          },
          news: bidNews({ amount: 10, leader: you, endsAt: at(hour) }),
          balance: 490,
        }),
      },
    });
    await waitFor(() => expect(deps.api.routes()).toContain('GET /autions/:id/view'), { timeout: 4_000 });
    await hand.click(panel().getByRole('button', { name: 'Bid 10 tokens ($0.50)' }));
    expect(await panel().findByText('You’re the highest bidder')).toBeTruthy();
    expect(deps.api.calls.find(([route]) => route === 'POST /aution-item')?.[1]).toMatchObject({
      body: { auctionId: 'a1', amount: 10, seen: aLiveAuction().updatedAt },
    });
  });

  /** A server on which the viewer leads, and which acts once per key. */
  function served(auction: Auction = aLiveAuction()) {
    const bodies: BodyOf<'POST /aution-item'>[] = [];
    const keys: unknown[] = [];
    let now = auction;
    const answers: Replies = {
      'GET /autions/:id/view': () => now,
      'POST /aution-item': ({ key, body }: { key?: string; body: BodyOf<'POST /aution-item'> }) => {
        const maximum = body.maximum ?? null;
        if (!keys.includes(key)) {
          bodies.push(body);
          const isNew = now.leader?.isYou !== true;
          const bidCount = now.bidCount + (isNew ? 1 : 0);
          now = {
            ...now,
            bidCount,
            currentPrice: body.amount,
            minimumBid: body.amount + 1,
            leader: you,
            ownBid: { amount: body.amount, maximum, result: 'leading', createdAt: at(0) },
          };
        }
        keys.push(key);
        const [seq, amount] = [now.bidCount, now.currentPrice ?? 0];
        return {
          bid: {
            _id: `b${seq}`,
            seq,
            amount,
            bidder: you,
            isAutomatic: false,
            result: 'leading',
            createdAt: at(0),
          },
          news: bidNews({
            bidId: `b${seq}`,
            bidCount: seq,
            amount,
            maximum,
            leader: you,
            endsAt: at(hour),
            serverTime: at(0),
          }),
          balance: 490,
        };
      },
    };
    return { bodies, answers };
  }
  const raiseButton = () =>
    panel().findByRole('button', { name: 'You’re the highest bidder · Raise my maximum' });

  it('is never bid on against oneself by pressing again; what is raised is the maximum', async () => {
    const { bodies, answers } = served();
    const { hand } = await open(aLiveAuction(), { answers });
    await hand.dblClick(panel().getByRole('button', { name: /^Bid 10/ }));
    const raise = await raiseButton();
    expect(panel().queryByLabelText('Your bid')).toBeNull();
    await hand.click(raise);
    const field = panel().getByLabelText('Your maximum');
    expect(document.activeElement).toBe(field);
    expect(panel().queryByLabelText('Your bid')).toBeNull();
    await hand.type(field, '9');
    await hand.click(panel().getByRole('button', { name: 'Save maximum' }));
    expect(panel().getByText('You already lead with 10 tokens. Your maximum can’t be lower.')).toBeTruthy();
    await hand.clear(field);
    await hand.type(field, '300{Enter}');
    await raiseButton();
    expect(bodies.map(({ amount, maximum }) => [amount, maximum])).toEqual([
      [10, undefined],
      [10, 300],
    ]);
    const lead = panel().getByText(/^Your maximum/);
    expect(lead.textContent).toBe('Your maximum 300 tokens. You’re at 10 tokens.');
    expect([...lead.querySelectorAll('[translate="no"]')].map(({ textContent }) => textContent)).toEqual([
      '300 tokens',
      '10 tokens',
    ]);
    // The wallet has 490 tokens, and 10 are held.
    expect(panel().queryByText(/Your wallet covers/)).toBeNull();
  });

  it('is bid on up to a maximum, which is at least the bid', async () => {
    const { bodies, answers } = served();
    const { hand } = await open(aLiveAuction(), { answers });
    const field = panel().getByLabelText(/^Your maximum/);
    await hand.type(field, '9');
    await hand.click(panel().getByRole('button', { name: /^Bid up to 9 tokens/ }));
    expect(panel().getByText('Your maximum can’t be lower than your bid.')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await hand.clear(field);
    await hand.type(field, 'lots');
    expect(panel().getByText('Enter a number of tokens.')).toBeTruthy();
    await hand.clear(field);
    await hand.type(field, '600');
    expect(
      panel().getByText('Your wallet covers bids up to 500 tokens. Top up so that we can bid more.'),
    ).toBeTruthy();
    await hand.click(panel().getByRole('button', { name: 'Bid up to 600 tokens ($30.00)' }));
    await raiseButton();
    expect(bodies.map(({ amount, maximum }) => [amount, maximum])).toEqual([[10, 600]]);
    expect(panel().getByText(/Your wallet covers bids up to/).textContent).toContain('500 tokens');
    expect(panel().getByRole('link', { name: 'Top up' }).getAttribute('href')).toBe('/user/wallet');
  });

  it("the server's reason about the maximum is shown at its field", async () => {
    const message = 'You already lead with 12 tokens. Your maximum can’t be lower.';
    const { hand } = await open(
      aLiveAuction({ bidCount: 1, currentPrice: 10, minimumBid: 11, leader: you }),
      {
        answers: {
          'POST /aution-item': () => {
            throw problem(422, {
              code: 'invalid_input',
              message: 'Check the form.',
              errors: [{ field: 'maximum', message }],
            });
          },
        },
      },
    );
    await hand.click(await raiseButton());
    await hand.type(panel().getByLabelText('Your maximum'), '11');
    await hand.click(panel().getByRole('button', { name: 'Save maximum' }));
    expect(await panel().findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(panel().getByLabelText('Your maximum'));
    expect(panel().queryByText('Check the form.')).toBeNull();
    await hand.click(panel().getByRole('button', { name: 'Cancel' }));
    expect(await raiseButton()).toBeTruthy();
  });

  it("a bid below the minimum isn't sent", async () => {
    const { hand, deps } = await open(aLiveAuction());
    await hand.clear(panel().getByLabelText('Your bid'));
    await hand.type(panel().getByLabelText('Your bid'), '9');
    await hand.click(panel().getByRole('button', { name: /^Bid 9/ }));
    expect(panel().getByText('The minimum bid is 10 tokens now.')).toBeTruthy();
    expect(document.activeElement).toBe(panel().getByLabelText('Your bid'));
    expect(deps.api.routes()).not.toContain('POST /aution-item');
  });

  it("outbid meanwhile: the server's reason is shown, and the new minimum is filled in", async () => {
    let price = 10;
    const { hand } = await open(aLiveAuction(), {
      answers: {
        'GET /autions/:id/view': () =>
          aLiveAuction({
            bidCount: price > 10 ? 1 : 0,
            currentPrice: price > 10 ? price : null,
            minimumBid: price > 10 ? price + 1 : 10,
            leader: price > 10 ? them : null,
          }),
        'POST /aution-item': () => {
          price = 25;
          throw problem(409, { code: 'conflict', message: 'Bid at least 26 tokens.', minimumBid: 26 });
        },
      },
    });
    await hand.click(panel().getByRole('button', { name: /^Bid 10 tokens/ }));
    expect(await panel().findByText('Bid at least 26 tokens.')).toBeTruthy();
    expect(await panel().findByRole('button', { name: /^Bid 26 tokens/ }, { timeout: 4_000 })).toBeTruthy();
  });

  it('without enough tokens: shows what is missing, and the same bid after a top-up keeps its key', async () => {
    const answers: Replies = {
      'POST /aution-item': () => {
        throw problem(402, { code: 'insufficient_balance', message: 'You need 5 more tokens.', missing: 5 });
      },
      'GET /package/token/search': () => ({ data: [], total: 0 }),
      'GET /payment-cards': () => ({ data: [], total: 0 }),
    };
    const { hand, deps } = await open(aLiveAuction(), { answers, user: { balance: 5 } });
    await hand.click(panel().getByRole('button', { name: /^Bid 10 tokens/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bid on “A signed print”' }));
    expect(await dialog.findByText(/Top up 5 tokens/)).toBeTruthy();
    expect(keysOf(deps.api.calls, 'POST /aution-item')).toHaveLength(1);
  });

  it('sends a visitor to the login and back', async () => {
    const push = vi.fn();
    Object.assign(Router, { router: { asPath: '/auctions/a1', push } });
    const { hand, deps } = await open(aLiveAuction(), { user: null });
    await hand.click(panel().getByRole('button', { name: /^Bid 10 tokens/ }));
    expect(push).toHaveBeenCalledWith(
      expect.stringMatching(/^\/auth\/login\?from=%2Fauctions%2Fa1%3Fthen%3D\d+$/),
    );
    expect(deps.api.routes()).not.toContain('POST /aution-item');
  });

  it("that is the viewer's own: no bid form, and an edit link until the first bid", async () => {
    const own = aLiveAuction({ performer: aCard({ _id: 'me' }) });
    await open(own, { user: { _id: 'me', isPerformer: true } });
    expect(panel().queryByLabelText('Your bid')).toBeNull();
    expect(panel().getByRole('link', { name: 'Edit or cancel' }).getAttribute('href')).toBe(
      '/creator/auctions/a1',
    );
  });

  it.each<[string, Partial<Auction>, RegExp, string | null]>([
    ['won', { state: 'sold', leader: you, currentPrice: 40, orderId: 'o1' }, /You won/, '/user/orders/o1'],
    ['sold to somebody else', { state: 'sold', leader: them, currentPrice: 40 }, /Sold to b•••c/, null],
    ['nobody bid', { state: 'unsold' }, /There were no bids/, null],
    [
      'below the reserve',
      { state: 'unsold', bidCount: 2, leader: them, currentPrice: 40, hasReserve: true, reserveMet: false },
      /didn’t reach the reserve/,
      null,
    ],
    [
      'waiting for the result',
      { state: 'ended', effectiveEndAt: at(-1_000) },
      /Results will appear in a moment/,
      null,
    ],
  ])('over: %s', async (...[, change, words, order]) => {
    await open(aLiveAuction({ endAt: at(-hour), effectiveEndAt: at(-hour), ...change }));
    expect(panel().getByText(words)).toBeTruthy();
    expect(panel().queryByLabelText('Your bid')).toBeNull();
    expect(panel().queryByRole('link', { name: 'View order' })?.getAttribute('href') ?? null).toBe(order);
  });

  it('switches from the form to the result by the clock, without a message from the server', async () => {
    await open(aLiveAuction({ effectiveEndAt: at(1_500) }));
    expect(panel().getByLabelText('Your bid')).toBeTruthy();
    await waitFor(() => expect(panel().getByText(/Results will appear in a moment/)).toBeTruthy(), {
      timeout: 4_000,
    });
    // Each part of the page looks at the clock for itself.
    await waitFor(() => expect(panel().queryByLabelText('Your bid')).toBeNull(), { timeout: 2_000 });
  });

  it('receives bids, joins and leaves its room; the history updates', async () => {
    const auction = aLiveAuction({
      bidCount: 1,
      currentPrice: 20,
      minimumBid: 21,
      leader: you,
      ownBid: { amount: 20, maximum: null, result: 'leading', createdAt: at(0) },
    });
    const first = {
      _id: 'b1',
      seq: 1,
      amount: 20,
      bidder: you,
      isAutomatic: false,
      result: 'leading' as const,
      createdAt: at(0),
    };
    const { socket, unmount, deps } = await open(auction, {
      answers: { 'GET /aution-item/search': () => ({ data: [first], total: 1 }) },
    });
    await waitFor(() => expect(socket().sent.map(([event]) => event)).toContain('auction/join'), {
      timeout: 4_000,
    });
    await waitFor(() => expect(deps.api.routes()).toContain('GET /aution-item/search'), { timeout: 4_000 });
    await screen.findByRole('row', { name: /You/ });
    act(() =>
      socket().fire(
        'auction/bid',
        bidNews({
          bidId: 'b2',
          bidCount: 2,
          amount: 35,
          isAutomatic: true,
          endsAt: auction.effectiveEndAt,
        }),
      ),
    );
    expect(await panel().findByText(/You were outbid. Your 20 tokens are back/)).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
    expect(screen.getByRole('row', { name: /35 tokens/ }).textContent).toContain('Automatic');
    expect(screen.getByRole('row', { name: /You/ }).textContent).not.toContain('Automatic');
    unmount();
    expect(socket().sent.at(-1)).toEqual(['auction/leave', { auctionId: 'a1' }]);
  });

  it('that is canceled while open says so', async () => {
    let gone = false;
    const { socket } = await open(aLiveAuction(), {
      answers: {
        'GET /autions/:id/view': () => {
          if (gone) throw problem(404, { code: 'not_found', message: 'Page not found.' });
          return aLiveAuction();
        },
      },
    });
    await waitFor(() => expect(socket().sent.map(([event]) => event)).toContain('auction/join'), {
      timeout: 4_000,
    });
    gone = true;
    act(() => socket().fire('auction/ended', { auctionId: 'a1' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Auction not found' })).toBeTruthy();
    expect(screen.queryByLabelText('Your bid')).toBeNull();
  });

  it('your own bid, received once as public and once as yours, is announced as leading', async () => {
    const auction = aLiveAuction({
      bidCount: 1,
      currentPrice: 20,
      minimumBid: 21,
      leader: you,
      ownBid: { amount: 20, maximum: null, result: 'leading', createdAt: at(0) },
    });
    const { socket } = await open(auction);
    await waitFor(() => expect(socket().sent.map(([event]) => event)).toContain('auction/join'), {
      timeout: 4_000,
    });
    for (const leader of [them, you])
      act(() =>
        socket().fire(
          'auction/bid',
          bidNews({ bidId: 'b2', bidCount: 2, amount: 35, leader, endsAt: auction.effectiveEndAt }),
        ),
      );
    await waitFor(() =>
      expect(panel().getByRole('status').textContent).toBe(
        'Highest bid 35 tokens. You’re the highest bidder.',
      ),
    );
  });
});

describe('lists', () => {
  it("of everyone's auctions keep the filters in the URL", async () => {
    const { hand, went, deps } = await draw(<AuctionsPage />, {
      path: '/auctions',
      answers: {
        'GET /autions/search': () => ({ data: [aLiveAuction({ bidCount: 3, currentPrice: 21 })], total: 1 }),
      },
    });
    expect(await screen.findByRole('article', { name: 'A signed print' })).toBeTruthy();
    expect(screen.getByText('3 bids')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Starting soon' }));
    expect(went).toEqual(['/auctions?state=scheduled']);
    await waitFor(() =>
      expect(deps.api.calls.at(-1)?.[1]).toMatchObject({ query: { state: 'scheduled', sort: 'ending' } }),
    );
  });

  it("of your bids show each one's outcome and what to do", async () => {
    const own = (result: 'leading' | 'outbid' | 'won', more: Partial<Auction>) =>
      aLiveAuction({
        ownBid: { amount: 30, maximum: 80, result, createdAt: at(0) },
        currentPrice: 35,
        bidCount: 2,
        ...more,
      });
    await draw(<BidsView />, {
      path: '/user/bids',
      answers: {
        'GET /autions/users/search': () => ({
          data: [
            own('outbid', { _id: 'x', title: 'Print' }),
            own('won', { _id: 'y', title: 'Jar', state: 'sold', orderId: 'o1' }),
            own('leading', { _id: 'z', title: 'Bowl' }),
          ],
          total: 3,
        }),
      },
    });
    const article = async (name: string) => within(await screen.findByRole('article', { name }));
    expect((await article('Print')).getByRole('link', { name: 'Bid again' }).getAttribute('href')).toBe(
      '/auctions/x',
    );
    expect((await article('Jar')).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(
      '/user/orders/o1',
    );
    expect((await article('Bowl')).getByText('Highest bidder')).toBeTruthy();
    expect((await article('Bowl')).getByText('80 tokens')).toBeTruthy();
    expect((await article('Jar')).queryByText('80 tokens')).toBeNull();
  });

  it('without bids say how to start; one that fails to load can be retried', async () => {
    let fails = true;
    const { hand } = await draw(<BidsView />, {
      path: '/user/bids',
      answers: {
        'GET /autions/users/search': () => {
          if (fails) throw problem(500, { message: 'Something went wrong, please try again later' });
          return { data: [], total: 0 };
        },
      },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await hand.click(retry);
    expect((await screen.findByRole('link', { name: 'View live auctions' })).getAttribute('href')).toBe(
      '/auctions',
    );
  });
});
