import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { listPlans } from '#components/trade/subscriptions/plans.ts';
import { selectSubscriptionModal, subscriptionModalUpdated } from '#state/session/subscription-modal.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { aModalPerformer } from '../../../setup/factories/creators.ts';
import { aSavedCard } from '../../../setup/factories/payments.ts';
import { someSettings } from '../../../setup/factories/site.ts';
import { aSubscription } from '../../../setup/factories/subscriptions.ts';
import { draw, keysOf } from '../../setup/draw.tsx';

const subscribeRoute = 'POST /payment/subscribe/performers';
const at = '2026-11-20T10:00:00.000Z';
const subscribed = () => aSubscription({ periodEnd: at });
const declined = () =>
  problem(402, {
    code: 'card_declined',
    message: 'Your card was declined. Ask your bank, or use another card.',
  });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function open(answers: Replies, performer = aModalPerformer()) {
  const drawn = await draw(<PurchaseDialogs />, {
    answers: { 'GET /payment-cards': () => ({ data: [], total: 0 }), ...answers },
  });
  drawn.store.dispatch(
    subscriptionModalUpdated({
      showModal: true,
      performer,
      subscriptionType: performer.isFreeSubscription ? 'free' : 'monthly',
    }),
  );
  await screen.findByRole('heading', { name: `Subscribe to ${performer.name}` });
  return drawn;
}

describe('plans', () => {
  const settings = someSettings({ freeSubscriptionDuration: 1 });

  it('are monthly and yearly, with what a year saves', () => {
    expect(
      listPlans(aModalPerformer(), settings).map(({ value, aside, hint }) => [value, aside, hint]),
    ).toEqual([
      ['monthly', '$9.99', 'Renews every month.'],
      ['yearly', '$99.00', '$8.25 a month. Saves 17%.'],
    ]);
  });

  it('between them are the lengths the creator offers, each with its price a month', () => {
    const bundles = [
      { type: 'quarterly', percent: 10, price: 2_697 },
      { type: 'semiannual', percent: 0, price: 5_994 },
    ] as const;
    const plans = listPlans(aModalPerformer({ bundles: [...bundles] }), settings);
    expect(plans.slice(1, 3).map(({ label, aside, hint }) => [label, aside, hint])).toEqual([
      ['3 months', '$26.97', '$8.99 a month. Saves 10%.'],
      ['6 months', '$59.94', '$9.99 a month.'],
    ]);
  });

  it('start with the free one if creator and site offer it', () => {
    const free = aModalPerformer({ isFreeSubscription: true, freeDays: 7 });
    expect(listPlans(free, settings)[0]).toMatchObject({
      value: 'free',
      hint: 'For 7 days. Ends automatically, no card needed.',
    });
    expect(
      listPlans(free, someSettings({ freeSubscriptionEnabled: false })).map((plan) => plan.value),
    ).toEqual(['monthly', 'yearly']);
  });
});

describe('the subscribe dialog', () => {
  it('says the same price in the chosen row and on the button, with an offer, a coupon and another plan', async () => {
    const { hand } = await open({
      'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
      'GET /promotions/performer/:id': () => ({
        data: [
          {
            _id: 'o1',
            plan: 'monthly',
            percent: 50,
            price: 500,
            fullPrice: 999,
            left: null,
            endsAt: null,
            message: '',
          },
        ],
        total: 1,
      }),
      'POST /coupons/:code/apply-coupon': ({ body: { target } }) => {
        const before = 'type' in target && target.type === 'yearly' ? 9_900 : 500;
        const off = before / 10;
        return {
          code: 'TENTH',
          kind: 'percent',
          value: 10,
          before,
          off,
          after: before - off,
          endsAt: null,
        };
      },
    });
    const row = () =>
      screen
        .getAllByRole<HTMLInputElement>('radio', { checked: true })
        .find(({ name }) => name === 'plan')!
        .closest('label')!.textContent;
    await button('Subscribe for $5.00');
    expect(row()).toContain('$5.00');
    await hand.click(await button('Add coupon'));
    await hand.type(screen.getByLabelText('Coupon'), 'TENTH{Enter}');
    await button('Subscribe for $4.50');
    expect(row()).toContain('$4.50');
    expect(row()).toContain('Then $9.99 a month.');
    await hand.click(screen.getByRole('radio', { name: /Yearly/ }));
    await button('Subscribe for $89.10');
    expect(row()).toContain('$89.10');
  });

  it('subscribes for free without a card', async () => {
    const { hand, deps, store } = await open(
      { [subscribeRoute]: subscribed },
      aModalPerformer({ isFreeSubscription: true }),
    );
    await hand.click(await button('Subscribe for free'));
    await waitFor(() => expect(selectSubscriptionModal(store.getState()).showModal).toBe(false));
    expect(deps.api.calls.find(([route]) => route === subscribeRoute)?.[1]).toMatchObject({
      body: { performerId: 'other', type: 'free' },
    });
  });

  it("keeps the form and shows the bank's reason when a card is declined; that card isn't saved, and the next try has a new key", async () => {
    let tries = 0;
    let cards: ReturnType<typeof aSavedCard>[] = [];
    const { hand, deps, store } = await open({
      'GET /payment-cards': () => ({ data: cards, total: cards.length }),
      'POST /:provider/cards': () => (cards = [aSavedCard({ _id: 'card-9' })])[0]!,
      'DELETE /payment-cards/:id': () => {
        cards = [];
        return { success: true };
      },
      [subscribeRoute]: () => {
        tries += 1;
        if (tries === 1) throw declined();
        return subscribed();
      },
    });
    await hand.click(await button('4000 0000 0000 0002'));
    await hand.click(await button('Subscribe for $9.99'));
    expect((await screen.findByRole('group', { name: /declined|changed/ })).textContent).toContain(
      'Your card was declined.',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4000 0000 0000 0002');
    await hand.click(await button('Subscribe for $9.99'));
    await waitFor(() => expect(selectSubscriptionModal(store.getState()).showModal).toBe(false));
    const aboutCards = deps.api
      .routes()
      .filter((route) => route.endsWith('/cards') || route.startsWith('DELETE'));
    expect(aboutCards).toEqual([
      'POST /:provider/cards',
      'DELETE /payment-cards/:id',
      'POST /:provider/cards',
    ]);
    expect(new Set(keysOf(deps.api.calls, subscribeRoute)).size).toBe(2);
  });

  it('never pays a price other than the one on the button: the new one appears there, and is paid by pressing again', async () => {
    const { hand, deps, store } = await open({
      'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
      [subscribeRoute]: ({ body }) => {
        if ((body as { expectedPrice: number }).expectedPrice !== 1299)
          throw problem(409, {
            code: 'price_changed',
            message: 'The price has changed to $12.99.',
            amount: 1299,
          });
        return subscribed();
      },
    });
    await hand.click(await button('Subscribe for $9.99'));
    expect((await screen.findByRole('group', { name: /declined|changed/ })).textContent).toContain(
      'The price has changed to $12.99.',
    );
    await hand.click(await button('Subscribe for $12.99'));
    await waitFor(() => expect(selectSubscriptionModal(store.getState()).showModal).toBe(false));
    expect(new Set(keysOf(deps.api.calls, subscribeRoute)).size).toBe(2);
  });

  it("shows the bank's confirmation and sends the result under the same key", async () => {
    const { hand, deps, store } = await open({
      'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
      [subscribeRoute]: ({ body }) => {
        if (!body.challengeAnswer)
          throw problem(402, {
            code: 'card_challenge',
            message: 'Your bank wants to confirm that it’s you.',
          });
        if (body.challengeAnswer === 'fail') throw declined();
        return subscribed();
      },
    });
    await hand.click(await screen.findByLabelText(/Yearly/));
    await hand.click(await button('Subscribe for $99.00'));
    expect(await screen.findByText(/\$99\.00 for a year of Lena/)).toBeTruthy();
    await hand.click(await button('Confirm payment'));
    await waitFor(() => expect(selectSubscriptionModal(store.getState()).showModal).toBe(false));
    expect(new Set(keysOf(deps.api.calls, subscribeRoute)).size).toBe(1);
    expect(selectSubscriptionModal(store.getState()).subscriptionType).toBe('yearly');
  });

  it('says so if the person refuses at the bank', async () => {
    const { hand } = await open({
      'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
      [subscribeRoute]: ({ body }) => {
        throw body.challengeAnswer
          ? declined()
          : problem(402, { code: 'card_challenge', message: 'Your bank wants to confirm that it’s you.' });
      },
    });
    await hand.click(await button('Subscribe for $9.99'));
    await hand.click(await button('Decline'));
    expect((await screen.findByRole('group', { name: /declined|changed/ })).textContent).toContain(
      'Your card was declined.',
    );
  });

  it('after a lost connection sends the same key again', async () => {
    let tries = 0;
    const { hand, deps } = await open({
      'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
      [subscribeRoute]: () => {
        tries += 1;
        if (tries === 1) throw problem(0);
        return subscribed();
      },
    });
    await hand.click(await button('Subscribe for $9.99'));
    await screen.findByText(/./, { selector: '[role="group"] p' });
    await hand.click(await button('Subscribe for $9.99'));
    await waitFor(() => expect(tries).toBe(2));
    expect(new Set(keysOf(deps.api.calls, subscribeRoute)).size).toBe(1);
  });
});

describe('the card form', () => {
  it('says what is wrong with which field, focuses it and sends nothing', async () => {
    const { hand, deps } = await open({});
    await hand.type(await screen.findByLabelText('Card number'), '4242424242424241');
    await hand.click(await button('Subscribe for $9.99'));
    const number = screen.getByLabelText('Card number');
    expect(number.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(number);
    expect(screen.getByText('Check the card number. A digit is wrong or missing.')).toBeTruthy();
    expect(screen.getByText('Enter the month and year, like 04 / 29.')).toBeTruthy();
    expect(screen.getByText('Enter the 3 digits of the security code.')).toBeTruthy();
    expect(deps.api.routes()).not.toContain('POST /:provider/cards');
  });

  it('says that no real money moves', async () => {
    await open({});
    expect(await screen.findByText('Test mode')).toBeTruthy();
  });
});
