import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Gift } from '#contract/trade/gifts.ts';
import { arrive } from '#components/base/lists/announcement.ts';
import { GiftDialog } from '#features/people/profile/gift-dialog.tsx';
import { PriceCard } from '#features/people/profile/price-card.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aCard, aPerformer } from '../../../setup/factories/creators.ts';
import { aSavedCard } from '../../../setup/factories/payments.ts';

const route = 'POST /gifts';
const aGift = (changes: Partial<Gift> = {}): Gift => ({
  _id: 'g1',
  performer: aCard(),
  months: 1,
  price: 999,
  message: '',
  code: 'LIME-GIFT',
  state: 'open',
  redeemedAt: null,
  expiresAt: '2027-11-20T10:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  ...changes,
});
const cards = { 'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }) };
const bodies = (calls: readonly (readonly [string, unknown])[]) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { body: object }).body);

describe('a gift', () => {
  it('that a visitor asked for is offered once they have logged in', async () => {
    const performer = aPerformer();
    await draw(<PriceCard performer={performer} own={false} offers={[]} />, {
      answers: cards,
      path: '/lena',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => arrive(`gift/${performer._id}`, null));
    expect(await screen.findByRole('dialog', { name: 'Give a subscription to Lena' })).toBeTruthy();
  });

  it('is paid once for the months chosen, with its message, and ends with the link to send', async () => {
    const performer = aPerformer({
      bundles: [{ type: 'quarterly', price: 2697, discountPercent: 10 } as never],
    });
    const { hand, deps } = await draw(<GiftDialog performer={performer} onClose={() => {}} />, {
      answers: { ...cards, [route]: () => aGift({ months: 3, price: 2697 }) },
    });
    await hand.click(screen.getByRole('radio', { name: /^3 months/ }));
    await hand.type(screen.getByLabelText(/^Message/), 'Happy birthday');
    await hand.click(await screen.findByRole('button', { name: 'Pay $26.97' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your gift is ready' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Gift link').value).toMatch(/\/gifts\/LIME-GIFT$/);
    expect(bodies(deps.api.calls)).toMatchObject([
      { performerId: performer._id, months: 3, message: 'Happy birthday', expectedPrice: 2697 },
    ]);
  });

  it('whose price has changed meanwhile is paid only after the new one was seen', async () => {
    let isFirst = true;
    const { hand, deps } = await draw(<GiftDialog performer={aPerformer()} onClose={() => {}} />, {
      answers: {
        ...cards,
        'GET /performers/:id': () => aPerformer({ monthlyPrice: 1299 }),
        [route]: () => {
          if (!isFirst) return aGift({ price: 1299 });
          isFirst = false;
          throw problem(409, { code: 'price_changed', message: 'The price is now $12.99.', price: 1299 });
        },
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Pay $9.99' }));
    expect(await screen.findByText('The price is now $12.99.')).toBeTruthy();
    await hand.click(await screen.findByRole('button', { name: 'Pay $12.99' }));
    await waitFor(() =>
      expect(bodies(deps.api.calls)).toMatchObject([{ expectedPrice: 999 }, { expectedPrice: 1299 }]),
    );
  });

  it('is not offered by a creator without a paid subscription', async () => {
    await draw(
      <GiftDialog performer={aPerformer({ monthlyPrice: null, yearlyPrice: null })} onClose={() => {}} />,
      { answers: cards },
    );
    expect(screen.getByText('Lena doesn’t offer a subscription yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });
});
