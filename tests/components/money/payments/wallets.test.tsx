import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AddCardDialog } from '#components/money/payments/add-card-dialog.tsx';
import { StripeLoader } from '#components/money/payments/stripe-loader.ts';
import { TopUpDialog } from '#components/money/wallet/top-up-dialog.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw, keysOf } from '../../setup/draw.tsx';
import { fakeStripe } from '../../setup/fake-stripe.ts';
import { aSavedCard, toppedUp } from '../../../setup/factories/payments.ts';

const topUpRoute = 'POST /payment/wallet/top-up';
const aWalletCard = () => aSavedCard({ _id: 'card-9', wallet: 'apple_pay' });
const answers: Replies = {
  'GET /payment-cards': () => ({ data: [], total: 0 }),
  'GET /package/token/search': () => ({ data: [], total: 0 }),
  'POST /:provider/cards': aWalletCard,
  'POST /payment-cards/setup': () => ({ clientSecret: 'seti_secret', publishableKey: 'pk_1', isTest: true }),
};
const tokensOf = (calls: readonly (readonly [string, unknown])[]) =>
  calls
    .filter(([route]) => route === 'POST /:provider/cards')
    .map(([, input]) => (input as { body: { token: string } }).body.token);
const group = () => screen.queryByRole('group', { name: 'Pay with a wallet' });

interface Opening {
  readonly node?: 'top-up' | 'add';
  /** The wallets that the browser has; null: their buttons never load. */
  readonly has?: Readonly<Record<string, boolean>> | null;
  /** Whether a card is saved, so that the form has to be opened. */
  readonly saved?: boolean;
}

describe('wallets through Stripe', () => {
  async function open(
    more: Replies = {},
    { node = 'top-up', has = { applePay: true }, saved = false }: Opening = {},
  ) {
    const stripe = fakeStripe();
    stripe.deps.wallets = has;
    const closed = vi.fn();
    const drawn = await draw(
      <StripeLoader value={stripe.load}>
        {node === 'top-up' ? <TopUpDialog onClose={closed} /> : <AddCardDialog onClose={closed} />}
      </StripeLoader>,
      {
        settings: { paymentGateway: 'stripe', stripePublishableKey: 'pk_test_1', currency: 'EUR' },
        answers: { ...answers, ...more },
      },
    );
    const another = saved ? await screen.findByRole('radio', { name: 'New card' }) : null;
    if (another) await drawn.hand.click(another);
    await waitFor(() => expect(stripe.elements.length).toBeGreaterThan(2));
    act(() => stripe.ready());
    return { ...drawn, stripe, closed, wallets: () => stripe.wallets.at(-1)! };
  }

  it('appear together with the form, and only where the browser has one', async () => {
    const { unmount } = await open();
    await waitFor(() => expect(screen.queryByText('Loading the card form')).toBeNull());
    expect(group()).toBeTruthy();
    expect(screen.getByText('or enter a card')).toBeTruthy();
    unmount();
    await open({}, { has: { applePay: false, link: false } });
    await waitFor(() => expect(screen.queryByText('Loading the card form')).toBeNull());
    expect(group()).toBeNull();
    expect(screen.queryByText('or enter a card')).toBeNull();
  });

  it('that never load are given up, and the card can be typed', async () => {
    await open({}, { has: null });
    expect(screen.getByText('Loading the card form')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Loading the card form')).toBeNull(), { timeout: 8_000 });
    expect(group()).toBeNull();
  });

  it('show the amount, and the next one after it was changed', async () => {
    const { hand, wallets } = await open();
    expect(wallets().options).toMatchObject({ mode: 'payment', amount: 1000, currency: 'eur' });
    const amount = screen.getByLabelText<HTMLInputElement>(/mount/);
    await hand.clear(amount);
    await hand.type(amount, '25');
    await waitFor(() => expect(wallets().options).toMatchObject({ amount: 2500 }));
  });

  it('save what they hand over like a typed card, then it is charged', async () => {
    const { deps, stripe, closed, wallets } = await open({ [topUpRoute]: () => toppedUp() });
    expect(wallets().press()).toBe(true);
    let told = { failed: false };
    act(() => void (told = wallets().confirm('apple_pay')));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(stripe.confirmed.map(({ secret }) => secret)).toEqual(['seti_secret']);
    expect(tokensOf(deps.api.calls)).toEqual(['pm_wallet_1']);
    expect(deps.api.routes()).toContain(topUpRoute);
    expect(told.failed).toBe(false);
  });

  it("don't open while the amount is wrong, and the error is focused", async () => {
    const { hand, wallets, deps } = await open();
    const amount = screen.getByLabelText<HTMLInputElement>(/mount/);
    await hand.clear(amount);
    await hand.type(amount, '1');
    let opened = true;
    act(() => void (opened = wallets().press()));
    expect(opened).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(amount));
    expect(deps.api.routes()).not.toContain('POST /payment-cards/setup');
  });

  it("take our dialogs out of the top layer while the wallet's window is open", async () => {
    const { wallets, closed } = await open({ [topUpRoute]: () => toppedUp() });
    const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    const plain = vi.spyOn(HTMLDialogElement.prototype, 'show');
    wallets().press();
    expect([plain.mock.calls.length, modal.mock.calls.length]).toEqual([1, 0]);
    act(() => void wallets().confirm('link'));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(modal).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  it('say why Stripe refused, and tell the wallet that it failed', async () => {
    const { stripe, wallets, deps } = await open();
    stripe.deps.onMethod = () => ({ error: { type: 'card_error', message: 'Your card has expired.' } });
    wallets().press();
    let told = { failed: false };
    act(() => void (told = wallets().confirm('google_pay')));
    expect(await screen.findByText('Your card has expired.')).toBeTruthy();
    expect(told.failed).toBe(true);
    expect(tokensOf(deps.api.calls)).toEqual([]);
  });

  it('pay once if the first answer is lost and the wallet is pressed again', async () => {
    let tries = 0;
    const { stripe, wallets, deps, closed } = await open({
      [topUpRoute]: () => {
        tries += 1;
        if (tries === 1) throw problem(0, { message: 'We couldn’t reach the server.' });
        return toppedUp();
      },
    });
    wallets().press();
    act(() => void wallets().confirm('apple_pay'));
    await screen.findByText('We couldn’t reach the server.');
    let opened = true;
    act(() => void (opened = wallets().press()));
    // Nothing has to be confirmed again.
    expect(opened).toBe(false);
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(stripe.methods).toHaveLength(1);
    expect(new Set(keysOf(deps.api.calls, topUpRoute)).size).toBe(1);
  });

  it.each([
    ['stays if it was saved before', [aWalletCard()], 0],
    ['is removed if it is new', [], 1],
  ])('a card that is declined %s', async (_what, data, removals) => {
    const { wallets, deps } = await open(
      {
        'GET /payment-cards': () => ({ data, total: data.length }),
        'DELETE /payment-cards/:id': () => ({ success: true }),
        [topUpRoute]: () => {
          throw problem(402, { code: 'card_declined', message: 'Your card was declined.' });
        },
      },
      { saved: data.length > 0 },
    );
    wallets().press();
    act(() => void wallets().confirm('apple_pay'));
    await screen.findByText('Your card was declined.');
    expect(deps.api.routes().filter((route) => route.startsWith('DELETE'))).toHaveLength(removals);
  });

  it('save a card without a payment', async () => {
    const { wallets, closed, deps } = await open({}, { node: 'add' });
    expect(wallets().options).toMatchObject({ mode: 'setup' });
    wallets().press();
    act(() => void wallets().confirm('google_pay'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(tokensOf(deps.api.calls)).toEqual(['pm_wallet_1']);
  });
});

describe('the stand-ins for wallets', () => {
  const open = (more: Replies = {}) =>
    draw(<TopUpDialog onClose={() => {}} />, { answers: { ...answers, ...more } });

  it('ask for a confirmation, and pay by it', async () => {
    const { hand, deps } = await open({ [topUpRoute]: () => toppedUp() });
    await hand.click(await screen.findByRole('button', { name: 'Google Pay' }));
    const wallet = screen.getByRole('dialog', { name: 'Google Pay' });
    expect(wallet.textContent).toContain('$10.00 for tokens');
    await hand.click(within(wallet).getByRole('button', { name: 'Cancel' }));
    expect(deps.api.routes()).not.toContain(topUpRoute);
    await hand.click(screen.getByRole('button', { name: 'Google Pay' }));
    await hand.click(screen.getByRole('button', { name: 'Pay' }));
    await waitFor(() => expect(deps.api.routes()).toContain(topUpRoute));
    expect(tokensOf(deps.api.calls)).toEqual(['google_pay']);
  });

  it("don't open while the amount is wrong", async () => {
    const { hand } = await open();
    const amount = await screen.findByLabelText<HTMLInputElement>(/mount/);
    await hand.clear(amount);
    await hand.click(await screen.findByRole('button', { name: 'Link' }));
    expect(screen.queryByRole('dialog', { name: 'Link' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(amount));
  });
});
