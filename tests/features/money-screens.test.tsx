import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EarningsView } from '#features/earnings/earnings-view';
import { periodOf, rangeOf } from '#features/earnings/period';
import { sourceOf } from '#features/earnings/sources';
import { SubscribersView } from '#features/subscriptions/subscribers-view';
import { nextStep } from '#features/subscriptions/subscription-state';
import { SubscriptionsView } from '#features/subscriptions/subscriptions-view';
import { WalletView } from '#features/wallet/wallet-view';
import type { Subscription, WalletRow } from '#contract/payment';
import { type Answers, problem } from '../state/setup/fake-api.ts';
import { aCard } from '../state/setup/records.ts';
import { draw } from './parts/setup/draw.tsx';
import { aKeptCard } from './parts/setup/records.ts';

const at = '2026-11-20T10:00:00.000Z';
const queriesOf = (calls: readonly (readonly [string, unknown])[], route: string) => calls.filter(([name]) => name === route).map(([, input]) => (input as { query: object }).query);
const lastOf = (calls: readonly (readonly [string, unknown])[], route: string) => queriesOf(calls, route).at(-1);
const fan = aCard({ _id: 'fan', name: 'Fay', username: 'fay', isPerformer: false, isVerified: false });

describe('earnings', () => {
  const stats = 'GET /performer/earning/stats';
  const search = 'GET /performer/earning/search';
  const answers: Answers = {
    [stats]: () => ({
      total: { gross: 2_000, commission: 400, net: 1_600, count: 1 }, bySource: [{ source: 'tip', gross: 2_000, commission: 400, net: 1_600, count: 1 }],
      balance: { total: 1_600, available: 0, onHold: 1_600, nextAvailableAt: at },
    }),
    [search]: () => ({ data: [{ _id: 'e1', source: 'tip', description: 'Tip to Lena', from: fan, gross: 2_000, commission: 400, net: 1_600, availableAt: at, createdAt: at }], total: 1, nextCursor: null }),
  };

  it('takes period and source from the address, and nonsense as nothing', () => {
    expect([periodOf('7'), periodOf('8'), periodOf(['7']), sourceOf('tip'), sourceOf('toString'), sourceOf(undefined)]).toEqual(['7', '30', '30', 'tip', null, null]);
  });

  it('counts whole days of the reader', () => {
    expect(rangeOf('7', new Date(2026, 10, 20, 15, 30))).toEqual({ from: new Date(2026, 10, 13).toISOString() });
    expect(rangeOf('all', new Date())).toEqual({});
  });

  it('keeps the choice in the address, each beside the other', async () => {
    const { hand, world, went } = await draw(<EarningsView />, { path: '/creator/earnings?period=7', user: { isPerformer: true }, answers });
    expect((await screen.findByRole('button', { name: '7 days' })).getAttribute('aria-pressed')).toBe('true');
    await hand.click(await screen.findByRole('button', { name: 'Tips' }));
    expect(went.at(-1)).toBe('/creator/earnings?period=7&source=tip');
    await waitFor(() => expect(lastOf(world.api.calls, search)).toMatchObject({ source: 'tip' }));
    await hand.click(screen.getByRole('button', { name: 'Everything' }));
    expect(went.at(-1)).toBe('/creator/earnings?period=all&source=tip');
    await hand.click(await screen.findByRole('button', { name: 'Tips' }));
    expect(went.at(-1)).toBe('/creator/earnings?period=all');
    await waitFor(() => expect(lastOf(world.api.calls, search)).not.toHaveProperty('source'));
  });

  it('shows each payment with what was paid, kept and earned; a fan’s name leads nowhere', async () => {
    await draw(<EarningsView />, { path: '/creator/earnings', user: { isPerformer: true }, answers });
    const row = within((await screen.findByText('Tip')).closest('tr')!);
    expect(['$20.00', '$4.00', '$16.00', 'Fay'].map((text) => row.getByText(text).textContent)).toEqual(['$20.00', '$4.00', '$16.00', 'Fay']);
    expect(row.queryByRole('link')).toBeNull();
    expect(screen.getByText('1 payment')).toBeTruthy();
  });

  it('says what went wrong and tries again', async () => {
    const { hand, world } = await draw(<EarningsView />, { path: '/creator/earnings', user: { isPerformer: true }, answers: { ...answers, [stats]: () => { throw problem(500, { message: 'Something went wrong, please try again later' }); } } });
    await screen.findByText('Something went wrong, please try again later');
    world.api.answer(answers);
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 payment')).toBeTruthy();
  });
});

describe('the wallet', () => {
  const charges = 'GET /wallet/charges/search';
  const aWalletRow = (changes: Partial<WalletRow>): WalletRow => ({ _id: 'w1', kind: 'feed', description: 'Post by Lena: Glazes', performer: aCard(), itemId: 'p1', tokens: -120, balanceAfter: 380, createdAt: at, ...changes });
  const answersWith = (rows: WalletRow[]): Answers => ({ [charges]: () => ({ data: rows, total: rows.length, nextCursor: null }), 'GET /payment-cards': () => ({ data: [aKeptCard()], total: 1 }) });

  it('shows the balance in tokens and money, and leads from a row to what was bought', async () => {
    await draw(<WalletView />, { path: '/user/wallet', user: { balance: 380 }, answers: answersWith([aWalletRow({}), aWalletRow({ _id: 'w2', kind: 'top_up', description: 'Top-up of 500 tokens', performer: null, itemId: null, tokens: 500, balanceAfter: 500 })]) });
    expect((await screen.findByRole('link', { name: 'Post by Lena: Glazes' })).getAttribute('href')).toBe('/feeds/p1');
    expect(screen.getByTestId('balance').textContent).toBe('380 tokens');
    expect(screen.getByText('Top-up of 500 tokens').closest('tr')!.textContent).toContain('+500 tokens');
  });

  it('asks for one kind, and says that there is none', async () => {
    const { hand, world } = await draw(<WalletView />, { path: '/user/wallet', answers: answersWith([]) });
    expect(await screen.findByText('No tokens have come or gone yet')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Tips' }));
    expect(await screen.findByText('Nothing of this kind yet')).toBeTruthy();
    expect(lastOf(world.api.calls, charges)).toMatchObject({ kind: 'tip' });
  });

  it('asks before it removes a card, by its name', async () => {
    const { hand, world } = await draw(<WalletView />, { path: '/user/wallet', answers: { ...answersWith([]), 'DELETE /payment-cards/:id': () => ({ success: true }) } });
    await hand.click(await screen.findByRole('button', { name: 'Remove the card ending in 4242' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove the card ending in 4242?' });
    expect(world.api.routes()).not.toContain('DELETE /payment-cards/:id');
    await hand.click(within(dialog).getByRole('button', { name: 'Remove the card' }));
    await waitFor(() => expect(world.api.calls.find(([name]) => name === 'DELETE /payment-cards/:id')?.[1]).toMatchObject({ params: { id: 'card-1' } }));
  });
});

describe('subscriptions', () => {
  const one = (changes: Partial<Subscription> = {}): Subscription => ({
    _id: 's1', type: 'monthly', state: 'active', price: 999, performer: aCard(), user: fan, startedAt: at, periodEnd: '2026-12-20T10:00:00.000Z', renews: true, cancelledAt: null, ...changes,
  });

  it.each([
    [{}, 'Renews on Dec 20, 2026'], [{ renews: false }, 'Access until Dec 20, 2026'], [{ type: 'free' as const, renews: false }, 'Free until Dec 20, 2026'],
    [{ state: 'past_due' as const }, 'We try the card again'], [{ state: 'expired' as const }, 'Ended on Dec 20, 2026'], [{ periodEnd: null }, '–'],
  ])('%j: %s', (changes, text) => expect(nextStep(one(changes))).toBe(text));

  it('are cancelled after one question that says how long they last', async () => {
    const { hand, world } = await draw(<SubscriptionsView />, {
      path: '/user/subscriptions',
      answers: { 'GET /subscriptions/user/search': () => ({ data: [one()], total: 1, nextCursor: null }), 'POST /payment/:provider/cancel-subscription/:id': () => one({ state: 'cancelled', renews: false }) },
    });
    await hand.click(await screen.findByRole('button', { name: /^Cancel\s*the subscription to Lena$/ }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel the subscription to Lena?' });
    expect(dialog.textContent).toContain('You keep access until Dec 20, 2026.');
    await hand.click(within(dialog).getByRole('button', { name: 'Cancel the subscription' }));
    await waitFor(() => expect(world.api.calls.find(([name]) => name.startsWith('POST /payment'))?.[1]).toMatchObject({ params: { id: 's1' } }));
  });

  it('of a creator: fans by name, without a link to a page that they don’t have', async () => {
    await draw(<SubscribersView />, { path: '/creator/subscribers', user: { isPerformer: true }, answers: { 'GET /subscriptions/performer/search': () => ({ data: [one()], total: 1, nextCursor: null }) } });
    const row = within((await screen.findByText('Fay')).closest('tr')!);
    expect([row.queryByRole('link'), row.getByText('@fay').textContent]).toEqual([null, '@fay']);
  });
});
