import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { StripeLoader } from '#components/money/payments/stripe-loader.ts';
import { TopUpDialog } from '#components/money/wallet/top-up-dialog.tsx';
import type { Replies } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';
import { fakeStripe } from '../../setup/fake-stripe.ts';
import { aSavedCard } from '../../../setup/factories/payments.ts';

const answers: Replies = {
  'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
  'GET /package/token/search': () => ({ data: [], total: 0 }),
};

describe('an unfinished card form', () => {
  it('is restored after looking at a saved card', async () => {
    const stripe = fakeStripe();
    const { hand } = await draw(
      <StripeLoader value={stripe.load}>
        <TopUpDialog onClose={() => {}} />
      </StripeLoader>,
      { settings: { paymentGateway: 'stripe', stripePublishableKey: 'pk_test_1' }, answers },
    );
    const keptOne = await screen.findByRole('radio', { name: /ending in 4242/ });
    // Stripe.js hasn't been requested yet.
    expect(stripe.deps.loads).toEqual([]);
    await hand.click(screen.getByRole('radio', { name: /New card/ }));
    await waitFor(() => expect(stripe.elements).toHaveLength(3));
    act(() => stripe.ready());
    await hand.click(keptOne);
    expect(stripe.live('cardNumber').box!.closest('[hidden]')).toBeTruthy();
    await hand.click(screen.getByRole('radio', { name: /New card/ }));
    expect(stripe.live('cardNumber').box!.closest('[hidden]')).toBeNull();
    expect([stripe.elements.length, stripe.elements.some(({ destroyed }) => destroyed)]).toEqual([3, false]);
  });

  it('while hidden, never blocks other errors', async () => {
    const { hand, deps } = await draw(<TopUpDialog onClose={() => {}} />, { answers });
    await hand.click(await screen.findByRole('radio', { name: /New card/ }));
    await hand.click(await screen.findByRole('button', { name: /^Pay/ }));
    expect(screen.getByLabelText('Card number').getAttribute('aria-invalid')).toBe('true');
    await hand.click(screen.getByRole('radio', { name: /ending in 4242/ }));
    const amount = screen.getByLabelText<HTMLInputElement>(/mount/);
    await hand.clear(amount);
    await hand.click(await screen.findByRole('button', { name: /^Pay/ }));
    await waitFor(() => expect(document.activeElement).toBe(amount));
    expect(deps.api.routes()).not.toContain('POST /payment/wallet/top-up');
  });
});
