import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { nextStep } from '#components/trade/subscriptions/next-step.ts';
import { SubscriptionsView } from '#features/trade/subscriptions/subscriptions-view.tsx';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw, keysOf } from '../../../components/setup/draw.tsx';
import { aSavedCard } from '../../../setup/factories/payments.ts';
import { aSubscription } from '../../../setup/factories/subscriptions.ts';

const list = 'GET /subscriptions/user/search';
const change = 'POST /payment/:provider/switch-subscription/:id';
const quoteRoute = 'GET /payment/:provider/switch-subscription/:id';

async function show(one: Partial<Subscription>, answers: Replies = {}) {
  const drawn = await draw(<SubscriptionsView />, {
    path: '/user/subscriptions',
    answers: {
      [list]: () => ({ data: [aSubscription(one)], total: 1, nextCursor: null }),
      'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
      ...answers,
    },
  });
  const row = (await screen.findByText('Lena')).closest('tr')!;
  const sent = (route: string) =>
    drawn.deps.api.calls
      .filter(([name]) => name === route)
      .map(([, input]) => input as Record<string, unknown>);
  const fromMenu = async (item: string) => {
    await drawn.hand.click(
      within(row).getByRole('button', { name: 'More options for the subscription to Lena' }),
    );
    await drawn.hand.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { ...drawn, row, sent, fromMenu, dialog: (name: string) => screen.findByRole('dialog', { name }) };
}

describe('the next renewal', () => {
  it.each([
    [{}, 'Renews on Dec 20, 2026'],
    [{ renews: false }, 'Access until Dec 20, 2026'],
    [{ type: 'free' as const, renews: false }, 'Free until Dec 20, 2026'],
    [{ state: 'past_due' as const }, 'We’ll try the card again'],
    [
      { state: 'past_due' as const, retryAt: '2026-12-21T10:00:00.000Z' },
      'We’ll try the card again on Dec 21, 2026',
    ],
    [{ state: 'expired' as const }, 'Ended on Dec 20, 2026'],
    [{ periodEnd: null }, '–'],
    [
      { type: 'yearly' as const, nextType: 'monthly' as const, nextPrice: 999 },
      'Renews on Dec 20, 2026, monthly from then on',
    ],
  ])('%j: %s', (changes, text) => expect(nextStep(aSubscription(changes))).toBe(text));

  it('shows which card pays, and what is wrong with it', async () => {
    const { row } = await show({});
    expect(row.textContent).toContain('Renews with Visa ••ending in 4242');
  });
  it.each([
    [{ card: null }, 'No card on file Add card'],
    [
      { card: { brand: 'visa', last4: '4242', expMonth: 11, expYear: 2026, wallet: null } },
      'Visa ••ending in 4242 expires before then Change',
    ],
  ])('%j: %s', async (changes, text) => {
    const { row } = await show(changes);
    expect(row.textContent).toContain(text);
  });
  it.each([
    [{ type: 'free' as const, renews: false }],
    [{ state: 'cancelled' as const, renews: false }],
    [{ state: 'expired' as const, renews: false }],
  ])('%j charges no card, and offers none', async (changes) => {
    const { row } = await show(changes);
    expect(within(row).queryByRole('button', { name: /the card for Lena/ })).toBeNull();
  });
});

describe('the list', () => {
  it.each([
    ['Free', { type: 'free' }],
    ['Canceled', { state: 'cancelled' }],
    ['Ended', { state: 'expired' }],
    ['Active', { state: 'active' }],
  ])('of %s only', async (name, query) => {
    const { hand, sent } = await show({});
    await hand.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(sent(list).at(-1)?.['query']).toMatchObject(query));
  });

  it('says what went wrong, and can be retried', async () => {
    const { hand, deps } = await draw(<SubscriptionsView />, {
      path: '/user/subscriptions',
      answers: {
        [list]: () => {
          throw problem(500, { message: 'Something went wrong, please try again later' });
        },
      },
    });
    await screen.findByText('Something went wrong, please try again later');
    deps.api.answer({ [list]: () => ({ data: [], total: 0, nextCursor: null }) });
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No subscriptions yet')).toBeTruthy();
  });
});

describe('canceling', () => {
  const route = 'POST /payment/:provider/cancel-subscription/:id';

  it('says how long access lasts, asks why, and sends the selected and typed reason', async () => {
    const { hand, row, sent, dialog } = await show(
      { provider: 'stripe' },
      { [route]: () => aSubscription({ state: 'cancelled', renews: false }) },
    );
    await hand.click(within(row).getByRole('button', { name: /^Cancel\s*the subscription to Lena$/ }));
    const box = within(await dialog('Cancel subscription to Lena?'));
    expect(box.getByText(/You have access until Dec 20, 2026/)).toBeTruthy();
    await hand.click(box.getByRole('button', { name: 'Not enough new posts' }));
    await hand.type(box.getByRole('textbox'), 'No kiln since May');
    await hand.click(box.getByRole('button', { name: 'Cancel subscription' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(route)).toMatchObject([
      {
        params: { provider: 'stripe', id: 's1' },
        body: { reason: 'Not enough new posts: No kiln since May' },
      },
    ]);
  });

  it('needs no reason, and keeps the input if it fails', async () => {
    let fails = true;
    const { hand, row, sent } = await show(
      {},
      {
        [route]: () => {
          if (fails) throw problem(409, { message: 'A payment is being confirmed.' });
          return aSubscription({ state: 'cancelled' });
        },
      },
    );
    await hand.click(within(row).getByRole('button', { name: /^Cancel/ }));
    const box = within(screen.getByRole('dialog'));
    await hand.type(box.getByRole('textbox'), 'So long');
    await hand.click(box.getByRole('button', { name: 'Cancel subscription' }));
    await box.findByText('A payment is being confirmed.');
    fails = false;
    expect(box.getByRole('textbox')).toHaveProperty('value', 'So long');
    await hand.clear(box.getByRole('textbox'));
    await hand.click(box.getByRole('button', { name: 'Cancel subscription' }));
    await waitFor(() => expect(sent(route).at(-1)).toMatchObject({ body: {} }));
    expect(sent(route).at(-1)?.['body']).toEqual({});
  });
});

it('a canceled one is resumed after showing when it will be charged', async () => {
  const route = 'POST /payment/:provider/resume-subscription/:id';
  const { hand, row, sent, dialog } = await show(
    { state: 'cancelled', renews: false },
    { [route]: () => aSubscription() },
  );
  await hand.click(within(row).getByRole('button', { name: /^Resume/ }));
  const box = within(await dialog('Resume your subscription to Lena?'));
  expect(box.getByText('Nothing is charged now. It renews on Dec 20, 2026 for $9.99 a month.')).toBeTruthy();
  await hand.click(box.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(sent(route)).toMatchObject([{ params: { provider: 'sandbox', id: 's1' } }]));
});

it('a new price is shown next to the current one, and accepted as shown', async () => {
  const route = 'POST /subscriptions/:id/accept-price';
  const { hand, row, sent, dialog } = await show(
    { newPrice: 1_500 },
    { [route]: () => aSubscription({ nextPrice: 1_500 }) },
  );
  expect(row.textContent).toContain('$9.99 a monthNow $15.00 a month for new subscribers');
  await hand.click(within(row).getByRole('button', { name: /^Review new price/ }));
  const box = within(await dialog('Lena’s new price'));
  expect(box.getByText(/applies from Dec 20, 2026\. Nothing is charged now\./)).toBeTruthy();
  await hand.click(box.getByRole('button', { name: 'Accept $15.00 a month' }));
  await waitFor(() => expect(sent(route)).toMatchObject([{ params: { id: 's1' }, body: { price: 1_500 } }]));
});

describe('the renewal card', () => {
  const route = 'PUT /subscriptions/:id/card';
  const press = (row: HTMLElement) => within(row).getByRole('button', { name: 'Change: the card for Lena' });

  it('is preselected with the one that pays now, whichever is the default, and changed without a charge', async () => {
    const cards = [
      aSavedCard({ _id: 'card-2', last4: '4444', brand: 'mastercard' }),
      aSavedCard({ isDefault: false, renews: [{ _id: 'other', name: 'Lena' }] }),
    ];
    const { hand, row, sent, dialog, deps } = await show(
      {},
      { 'GET /payment-cards': () => ({ data: cards, total: 2 }), [route]: () => aSubscription() },
    );
    await hand.click(press(row));
    const box = within(await dialog('Card for Lena'));
    expect(
      box.getByText(
        'Nothing is charged now. The card you choose will be charged $9.99 on Dec 20, 2026 and from then on.',
      ),
    ).toBeTruthy();
    expect((await box.findByRole<HTMLInputElement>('radio', { name: /4242/ })).checked).toBe(true);
    await hand.click(box.getByRole('radio', { name: /4444/ }));
    await hand.click(box.getByRole('button', { name: 'Use this card' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(route)).toMatchObject([{ params: { id: 's1' }, body: { cardId: 'card-2' } }]);
    expect(deps.api.routes().filter((name) => name === list)).toHaveLength(2);
  });

  it('can be a new one, saved first; an error keeps the dialog open with its reason', async () => {
    let refuses = true;
    const { hand, row, sent } = await show(
      { state: 'past_due', retryAt: '2026-12-21T10:00:00.000Z' },
      {
        'POST /:provider/cards': () => aSavedCard({ _id: 'card-9' }),
        [route]: () => {
          if (refuses) throw problem(409, { message: 'A payment is being confirmed right now.' });
          return aSubscription();
        },
      },
    );
    await hand.click(press(row));
    const box = within(await screen.findByRole('dialog'));
    expect(
      box.getByText(
        /^Nothing is charged now\. The card you choose will be charged next, on Dec 21, 2026, for \$9\.99\./,
      ),
    ).toBeTruthy();
    await hand.click(await box.findByRole('radio', { name: /New card/ }));
    await hand.click(box.getByRole('button', { name: /4242 4242 4242 4242/ }));
    await hand.click(box.getByRole('button', { name: 'Use this card' }));
    await box.findByText('A payment is being confirmed right now.');
    refuses = false;
    await hand.click(box.getByRole('button', { name: 'Use this card' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([sent('POST /:provider/cards').length, sent(route).map((call) => call['body'])]).toEqual([
      1,
      [{ cardId: 'card-9' }, { cardId: 'card-9' }],
    ]);
  });
});

it('an overdue one is paid with another card, at the agreed price', async () => {
  const route = 'POST /payment/subscribe/performers';
  const { hand, row, sent } = await show(
    { state: 'past_due', nextPrice: 1_500, retryAt: '2026-12-21T10:00:00.000Z' },
    { [route]: () => aSubscription() },
  );
  await hand.click(within(row).getByRole('button', { name: /^Pay now/ }));
  await hand.click(await screen.findByRole('button', { name: 'Pay $15.00' }));
  await waitFor(() =>
    expect(sent(route)).toMatchObject([
      { body: { performerId: 'other', type: 'monthly', cardId: 'card-1' } },
    ]),
  );
});

describe('changing the plan', () => {
  const quoted = {
    type: 'yearly' as const,
    price: 9_900,
    credit: 643,
    amount: 9_257,
    startsAt: '2026-11-20T10:00:00.000Z',
    periodEnd: '2027-11-20T10:00:00.000Z',
  };

  it('shows the credit for the month before paying, and pays just the difference', async () => {
    const { fromMenu, hand, sent, dialog, deps } = await show(
      {},
      { [quoteRoute]: () => quoted, [change]: () => aSubscription({ type: 'yearly' }) },
    );
    await fromMenu('Switch to yearly');
    const box = within(await dialog('Switch Lena to yearly?'));
    expect((await box.findByText('Credit for unused time')).parentElement?.textContent).toBe(
      'Credit for unused time−$6.43',
    );
    expect(
      box.getByText(
        /begins now and runs until Nov 20, 2027.*After that it renews until you cancel: \$99\.00 a year/,
      ),
    ).toBeTruthy();
    expect(sent(change)).toEqual([]);
    await hand.click(await box.findByRole('button', { name: 'Pay $92.57 and switch' }));
    await waitFor(() =>
      expect(sent(change)).toMatchObject([
        { params: { id: 's1' }, body: { type: 'yearly', amount: 9_257, cardId: 'card-1' } },
      ]),
    );
    expect(keysOf(deps.api.calls, change)[0]).toEqual(expect.any(String));
  });

  it('preselects the card that pays now, whichever is the default', async () => {
    const cards = [
      aSavedCard({ _id: 'card-2', last4: '4444', brand: 'mastercard' }),
      aSavedCard({ isDefault: false }),
    ];
    const { fromMenu, hand, sent } = await show(
      {},
      {
        'GET /payment-cards': () => ({ data: cards, total: 2 }),
        [quoteRoute]: () => quoted,
        [change]: () => aSubscription({ type: 'yearly' }),
      },
    );
    await fromMenu('Switch to yearly');
    await hand.click(await screen.findByRole('button', { name: 'Pay $92.57 and switch' }));
    await waitFor(() => expect(sent(change)).toMatchObject([{ body: { cardId: 'card-1' } }]));
  });

  it('asks again if the price has changed meanwhile', async () => {
    let amount = 9_257;
    const { fromMenu, hand, sent } = await show(
      {},
      {
        [quoteRoute]: () => ({ ...quoted, amount }),
        [change]: () => {
          amount = 9_300;
          throw problem(409, { message: 'This comes to $93.00 by now.' });
        },
      },
    );
    await fromMenu('Switch to yearly');
    await hand.click(await screen.findByRole('button', { name: 'Pay $92.57 and switch' }));
    expect(await screen.findByRole('button', { name: 'Pay $93.00 and switch' })).toBeTruthy();
    expect(sent(quoteRoute)).toHaveLength(2);
  });

  it('to monthly takes effect later, costs nothing, and can be undone', async () => {
    const later = {
      type: 'monthly' as const,
      price: 999,
      credit: 0,
      amount: 0,
      startsAt: '2026-12-20T10:00:00.000Z',
      periodEnd: '2027-01-20T10:00:00.000Z',
    };
    const { fromMenu, hand, sent } = await show(
      { type: 'yearly', price: 9_900 },
      {
        [quoteRoute]: () => later,
        [change]: () => aSubscription({ type: 'yearly', nextType: 'monthly', nextPrice: 999 }),
      },
    );
    await fromMenu('Switch to monthly');
    expect(
      await screen.findByText(/Nothing changes before Dec 20, 2026\. From then on you pay \$9\.99 a month\./),
    ).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Switch to monthly' }));
    await waitFor(() => expect(sent(change)).toMatchObject([{ body: { type: 'monthly', amount: 0 } }]));
  });

  it("says why it isn't possible, and can be retried", async () => {
    const { fromMenu } = await show(
      {},
      {
        [quoteRoute]: () => {
          throw problem(409, { message: 'Your last payment failed. Pay it first, then change your plan.' });
        },
      },
    );
    await fromMenu('Switch to yearly');
    expect(
      await screen.findByText('Your last payment failed. Pay it first, then change your plan.'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
