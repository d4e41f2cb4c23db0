import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TopUpForm } from '#components/money/wallet/top-up-form.tsx';
import type { CouponEffect } from '#contract/trade/promotions.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';
import { aSavedCard, toppedUp } from '../../../setup/factories/payments.ts';

const apply = 'POST /coupons/:code/apply-coupon';
const topUp = 'POST /payment/wallet/top-up';
const effect = (before: number, off: number): CouponEffect => ({
  code: 'FIVER',
  kind: 'fixed',
  value: 500,
  before,
  off,
  after: before - off,
  endsAt: '2026-11-30T12:00:00.000Z',
});
const refusal = 'Minimum purchase $20.00.';
const answers: Replies = {
  'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
  'GET /package/token/search': () => ({
    data: [{ _id: 'big', name: 'Big', tokens: 1_000, bonus: 0, price: 4_900 }],
    total: 1,
  }),
  [topUp]: () => toppedUp(1, 400, 500),
  [apply]: ({ body: { target } }) => {
    const price = 'amount' in target ? target.amount : 4_900;
    if (price < 2_000) throw problem(422, { code: 'invalid_input', message: refusal });
    return effect(price, 500);
  },
};
async function form(more: Replies = {}) {
  let paid: unknown = null;
  const drawn = await draw(<TopUpForm onDone={(done) => (paid = done)} />, {
    answers: { ...answers, ...more },
  });
  await screen.findByRole('button', { name: 'Pay $10.00' });
  return { ...drawn, paid: () => paid };
}
const sent = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls
    .filter(([name]) => name === route)
    .map(([, input]) => input as { body: Record<string, unknown>; key?: string });

describe('a coupon on a top-up', () => {
  it('shows its discount before anything is paid, and is sent with the payment', async () => {
    const { hand, deps, paid } = await form();
    await hand.click(screen.getByRole('radio', { name: /1,000 tokens/ }));
    await hand.click(screen.getByRole('button', { name: 'Add coupon' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Coupon'));
    await hand.type(screen.getByLabelText('Coupon'), 'fiver{Enter}');
    const box = within((await screen.findByText('FIVER: $5.00 off, until Nov 30, 2026')).closest('dl')!);
    expect(['$49.00', '−$5.00', '$44.00'].map((text) => box.getByText(text).tagName)).toEqual([
      'DD',
      'DD',
      'DD',
    ]);
    expect(deps.api.routes()).not.toContain(topUp);
    await hand.click(screen.getByRole('button', { name: 'Pay $44.00' }));
    await waitFor(() => expect(paid()).not.toBeNull());
    expect(sent(deps.api.calls, topUp)).toMatchObject([{ body: { packageId: 'big', couponCode: 'FIVER' } }]);
  });

  it("is checked again for another amount, and says why it doesn't apply; then the full price is paid without it", async () => {
    const { hand, deps, paid } = await form();
    await hand.click(screen.getByRole('button', { name: 'Add coupon' }));
    await hand.type(screen.getByLabelText('Coupon'), 'FIVER');
    await hand.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(refusal)).toBeTruthy();
    const amount = screen.getByLabelText(/amount/i);
    await hand.clear(amount);
    await hand.type(amount, '20');
    expect(await screen.findByRole('button', { name: 'Pay $15.00' })).toBeTruthy();
    await hand.clear(amount);
    await hand.type(amount, '19');
    expect(await screen.findByText(refusal)).toBeTruthy();
    await hand.click(await screen.findByRole('button', { name: 'Pay $19.00' }));
    await waitFor(() => expect(paid()).not.toBeNull());
    expect(sent(deps.api.calls, topUp)[0]!.body).not.toHaveProperty('couponCode', 'FIVER');
  });

  it('pays nothing while its discount is unknown, and another price is another intent', async () => {
    let answer: (found: CouponEffect) => void = () => {};
    const { hand, deps } = await form({
      [apply]: () => new Promise<CouponEffect>((resolve) => (answer = resolve)),
      [topUp]: () => {
        throw problem(503, { code: 'gateway_unavailable', message: 'We can’t reach the bank right now.' });
      },
    });
    await hand.click(screen.getByRole('button', { name: /^Pay/ }));
    await screen.findByText('We can’t reach the bank right now.');
    await hand.click(screen.getByRole('button', { name: 'Add coupon' }));
    await hand.type(screen.getByLabelText('Coupon'), 'fiver{Enter}');
    await hand.click(screen.getByRole('button', { name: /^Pay/ }));
    expect(sent(deps.api.calls, topUp)).toHaveLength(1);
    answer(effect(1_000, 500));
    await hand.click(await screen.findByRole('button', { name: 'Pay $5.00' }));
    await waitFor(() => expect(sent(deps.api.calls, topUp)).toHaveLength(2));
    expect(new Set(sent(deps.api.calls, topUp).map(({ key }) => key)).size).toBe(2);
  });

  it('can be removed again', async () => {
    const { hand } = await form();
    await hand.click(screen.getByRole('radio', { name: /1,000 tokens/ }));
    await hand.click(screen.getByRole('button', { name: 'Add coupon' }));
    await hand.type(screen.getByLabelText('Coupon'), 'fiver{Enter}');
    await hand.click(await screen.findByRole('button', { name: 'Remove coupon' }));
    expect(await screen.findByRole('button', { name: 'Pay $49.00' })).toBeTruthy();
  });
});
