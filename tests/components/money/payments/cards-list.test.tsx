import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CardsList } from '#components/money/payments/cards-list.tsx';
import { cardExpiry } from '#components/money/payments/card-expiry.ts';
// Loaded on demand in the product; imported here so that tests don't wait for it.
import '#components/money/payments/add-card-dialog.tsx';
import type { SavedCard } from '#contract/money/payments.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';
import { aSavedCard } from '../../../setup/factories/payments.ts';

const list = 'GET /payment-cards';
const now = new Date();
const far = { expMonth: 12, expYear: now.getFullYear() + 3 };
const visa = (changes: Partial<SavedCard> = {}) => aSavedCard({ ...far, ...changes });
const other = (changes: Partial<SavedCard> = {}) =>
  visa({ _id: 'card-2', brand: 'mastercard', last4: '4444', isDefault: false, ...changes });
const lena = { _id: 'lena', name: 'Lena' };
const mo = { _id: 'mo', name: 'Mo' };

async function cards(data: SavedCard[], answers: Replies = {}) {
  const drawn = await draw(<CardsList />, {
    answers: { [list]: () => ({ data, total: data.length }), ...answers },
  });
  await screen.findAllByText(data.length > 0 ? /ending in/ : 'No saved cards', {
    selector: 'strong, h3',
  });
  return drawn;
}
const press = (name: RegExp) => screen.getByRole('button', { name });

describe("a card's validity", () => {
  const at = (iso: string) => new Date(iso);
  it.each([
    [{ expMonth: 1, expYear: 2029 }, '2026-11-20T10:00:00', { standing: 'good', text: 'Expires 01 / 29' }],
    [
      { expMonth: 1, expYear: 2027 },
      '2026-12-01T00:00:00',
      { standing: 'soon', text: 'Expires soon, 01 / 27' },
    ],
    [
      { expMonth: 11, expYear: 2026 },
      '2026-11-30T23:59:59',
      { standing: 'soon', text: 'Expires soon, 11 / 26' },
    ],
    [{ expMonth: 11, expYear: 2026 }, '2026-12-01T00:00:00', { standing: 'over', text: 'Expired 11 / 26' }],
    [{ expMonth: 2, expYear: 2027 }, '2026-11-30T23:59:59', { standing: 'good', text: 'Expires 02 / 27' }],
  ] as const)('%j at %s: %j', (card, moment, expected) =>
    expect(cardExpiry(card, at(moment))).toMatchObject(expected),
  );
});

describe('saved cards', () => {
  it('show brand, last four digits, expiry, which is the default and what it pays', async () => {
    await cards([
      visa({ renews: [lena, mo] }),
      other({ expMonth: 1, expYear: 2020 }),
      other({ _id: 'card-3', expMonth: now.getMonth() + 1, expYear: now.getFullYear(), last4: '0005' }),
    ]);
    const [first, over, soon] = screen.getAllByRole('listitem');
    expect(first!.textContent).toMatch(
      /Visa ending in 4242DefaultValid until 12 \/ \d\dUsed for your subscriptions to Lena and Mo/,
    );
    expect(over!.textContent).toMatch(/Mastercard ending in 4444ExpiredExpired 01 \/ 20/);
    expect(soon!.textContent).toContain('Expires soon');
    expect(within(first!).queryByRole('button', { name: /Make default/ })).toBeNull();
  });

  it('another one can be made the default', async () => {
    const { hand, deps } = await cards([visa(), other()], {
      'PUT /payment-cards/:id/default': () => other({ isDefault: true }),
    });
    deps.api.answer({
      [list]: () => ({ data: [other({ isDefault: true }), visa({ isDefault: false })], total: 2 }),
    });
    await hand.click(press(/^Make default\s*the card ending in 4444$/));
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]!.textContent).toContain('4444Default'));
    expect(deps.api.calls.find(([route]) => route.startsWith('PUT'))?.[1]).toMatchObject({
      params: { id: 'card-2' },
    });
  });

  it.each([
    ['no subscription', [visa()], 'No subscriptions use this card.'],
    [
      'one that another card takes over',
      [visa({ renews: [lena] }), other()],
      'Your subscription to Lena will be charged to Mastercard ending in 4444 instead.',
    ],
    [
      'two and no other card',
      [visa({ renews: [lena, mo] })],
      'Your subscriptions to Lena and Mo are charged to it, and you have no other card. Without one, they don’t renew.',
    ],
  ])('are removed after one confirmation that explains the effect: %s', async (_name, data, text) => {
    const { hand, deps } = await cards(data, { 'DELETE /payment-cards/:id': () => ({ success: true }) });
    await hand.click(press(/^Remove\s*the card ending in 4242$/));
    const dialog = screen.getByRole('dialog', { name: 'Remove card ending in 4242?' });
    expect(dialog.textContent).toContain(text);
    expect(deps.api.routes()).not.toContain('DELETE /payment-cards/:id');
    await hand.click(within(dialog).getByRole('button', { name: 'Remove card' }));
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === 'DELETE /payment-cards/:id')?.[1]).toMatchObject({
        params: { id: 'card-1' },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are empty at first, and one can be added', async () => {
    const { hand } = await cards([]);
    await hand.click(press(/Add card/));
    expect(await screen.findByRole('dialog', { name: 'Add card' })).toBeTruthy();
  });

  it('that fail to load say so, and can be retried', async () => {
    const { hand, deps } = await draw(<CardsList />, {
      answers: {
        [list]: () => {
          throw problem(500, { message: 'Something went wrong, please try again later' });
        },
      },
    });
    await screen.findByText('Something went wrong, please try again later');
    deps.api.answer({ [list]: () => ({ data: [visa()], total: 1 }) });
    await hand.click(press(/Try again/));
    expect(await screen.findByText('Visa ending in 4242')).toBeTruthy();
  });
});

describe('adding a card in the sandbox', () => {
  it('asks the bank to confirm if required, and keeps the input if it is declined', async () => {
    let tries = 0;
    const { hand, deps } = await cards([], {
      'POST /:provider/cards': ({ body }) => {
        tries += 1;
        if (!body.challengeAnswer)
          throw problem(402, {
            code: 'card_challenge',
            message: 'Your bank wants to confirm that it’s you.',
            clientSecret: 's',
          });
        if (body.challengeAnswer === 'fail')
          throw problem(402, { code: 'card_declined', message: 'Your bank refused.' });
        return visa();
      },
    });
    await hand.click(press(/Add card/));
    await hand.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await hand.click(press(/Save card/));
    await hand.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Your bank refused.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
    await hand.click(press(/Save card/));
    await hand.click(await screen.findByRole('button', { name: 'Confirm payment' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add card' })).toBeNull());
    expect([tries, deps.api.calls.find(([route]) => route === 'POST /:provider/cards')?.[1]]).toMatchObject([
      4,
      { params: { provider: 'sandbox' } },
    ]);
  });

  it('pressing twice saves one card', async () => {
    const { hand, deps } = await cards([], { 'POST /:provider/cards': () => visa() });
    await hand.click(press(/Add card/));
    await hand.click(await screen.findByRole('button', { name: /4242 4242 4242 4242/ }));
    await hand.dblClick(press(/Save card/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deps.api.routes().filter((route) => route === 'POST /:provider/cards')).toHaveLength(1);
  });
});
