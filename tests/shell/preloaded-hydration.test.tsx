import { act, render, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { PayoutsView } from '#features/trade/payouts/payouts-view.tsx';
import { GiftsView } from '#features/trade/subscriptions/gifts-view.tsx';
import { PromotionsView } from '#features/trade/subscriptions/promotions-view.tsx';
import { SubscribersView } from '#features/trade/subscriptions/subscribers-view.tsx';
import { SubscriptionsView } from '#features/trade/subscriptions/subscriptions-view.tsx';
import { wrapped } from '../components/setup/draw.tsx';
import { aCard } from '../setup/factories/creators.ts';
import { aPayout, aPayoutMethod, aPayoutQuote } from '../setup/factories/payouts.ts';
import { aPromotion } from '../setup/factories/promotions.ts';
import { aSubscriber, aSubscription } from '../setup/factories/subscriptions.ts';
import type { Replies } from '../state/setup/fake-api.ts';

const own = process.env.TZ;
afterEach(() => {
  vi.useRealTimers();
  process.env.TZ = own;
});

const rendered = Date.parse('2026-11-20T10:00:00.000Z');
/** The day before in America. */
const early = '2026-10-12T02:00:00.000Z';
const rows = (...data: object[]) => (() => ({ data, total: data.length, nextCursor: null })) as never;
const gift = { _id: 'g1', state: 'open', months: 3, price: 900, code: 'abc', message: '', redeemedAt: null };

const answers: Replies = {
  'GET /performer/pinned-views': rows(),
  'GET /subscriptions/performer/search': rows(aSubscriber({ startedAt: early, periodEnd: early })),
  'GET /subscriptions/user/search': rows(aSubscription({ periodEnd: early })),
  'GET /gifts': rows({ ...gift, performer: aCard(), expiresAt: early }),
  'GET /promotions/search': rows(aPromotion({ endsAt: early })),
  'POST /payout-requests/calculate': () =>
    aPayoutQuote({ onHold: 900, holds: [{ amount: 900, availableAt: '2026-11-20T11:00:10.000Z' }] }),
  'GET /payout-methods': rows(aPayoutMethod({ lockedUntil: '2026-11-20T11:00:10.000Z' })),
  'GET /payout-requests/user/search': rows(aPayout({ createdAt: early, updatedAt: early })),
};

it.each<[name: string, View: ComponentType, shown: RegExp]>([
  ['subscribers', SubscribersView, /Oct 11, 2026/],
  ['subscriptions', SubscriptionsView, /Renews on Oct 11, 2026/],
  ['gifts', GiftsView, /unused by Oct 11, 2026/],
  ['offers', PromotionsView, /Oct 11, 2026/],
  ['payouts', PayoutsView, /November 20, 2026 at 3:00 AM/],
])('the browser takes over the list of %s, in its own time zone and later', async (_, View, shown) => {
  const { node, deps } = await wrapped(<View />, { path: '/', user: { isPerformer: true }, answers });
  // The store learns what the server asks before it renders.
  const asked = render(node);
  await waitFor(() => expect(deps.api.calls.length).toBeGreaterThan(0));
  await waitFor(() => expect(asked.container.querySelector('[aria-busy="true"]')).toBeNull());
  asked.unmount();
  process.env.TZ = 'UTC';
  vi.useFakeTimers({ now: rendered, toFake: ['Date'] });
  const container = document.createElement('div');
  container.innerHTML = renderToString(node);
  document.body.append(container);
  process.env.TZ = 'America/Los_Angeles';
  vi.setSystemTime(rendered + 60_000);
  const onRecoverableError = vi.fn();
  const taken = render(node, { container, hydrate: true, onRecoverableError });
  await act(async () => {});
  expect(onRecoverableError.mock.calls).toEqual([]);
  expect(container.textContent).toMatch(shown);
  taken.unmount();
  container.remove();
});
