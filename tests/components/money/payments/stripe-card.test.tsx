import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AddCardDialog } from '#components/money/payments/add-card-dialog.tsx';
import { StripeLoader } from '#components/money/payments/stripe-loader.ts';
import { TopUpDialog } from '#components/money/wallet/top-up-dialog.tsx';
import { palettes } from '#ui/theme/theme-tokens.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw, keysOf } from '../../setup/draw.tsx';
import { fakeStripe } from '../../setup/fake-stripe.ts';
import { aSavedCard, toppedUp } from '../../../setup/factories/payments.ts';

const topUpRoute = 'POST /payment/wallet/top-up';
const challenge = () =>
  problem(402, {
    code: 'card_challenge',
    message: 'Your bank wants to confirm that it’s you.',
    clientSecret: 'pi_secret',
  });
const declined = () => problem(402, { code: 'card_declined', message: 'Your card was declined.' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const setup = {
  'POST /payment-cards/setup': () => ({
    clientSecret: 'seti_secret',
    publishableKey: 'pk_test_1',
    isTest: true,
  }),
} satisfies Replies;

async function open(node: 'top-up' | 'add', answers: Replies = {}, key = 'pk_test_1') {
  const stripe = fakeStripe();
  const closed = vi.fn();
  const drawn = await draw(
    <StripeLoader value={stripe.load}>
      {node === 'top-up' ? <TopUpDialog onClose={closed} /> : <AddCardDialog onClose={closed} />}
    </StripeLoader>,
    {
      settings: { paymentGateway: 'stripe', stripePublishableKey: key },
      answers: {
        'GET /payment-cards': () => ({ data: [], total: 0 }),
        'GET /package/token/search': () => ({ data: [], total: 0 }),
        'POST /:provider/cards': () => aSavedCard({ _id: 'card-9' }),
        ...setup,
        ...answers,
      },
    },
  );
  return { ...drawn, stripe, closed };
}
/** The form with a complete card typed in. */
async function filled(...given: Parameters<typeof open>) {
  const drawn = await open(...given);
  await waitFor(() => expect(drawn.stripe.elements.length).toBeGreaterThan(2));
  act(() => {
    drawn.stripe.ready();
    drawn.stripe.fill();
  });
  return drawn;
}

describe('Stripe’s card form', () => {
  it("loads with the site's key, shows a skeleton until it is usable, and explains a test key", async () => {
    const { stripe } = await open('add');
    expect(screen.getByText('Loading the card form')).toBeTruthy();
    await waitFor(() => expect(stripe.elements).toHaveLength(3));
    expect(new Set(stripe.deps.loads)).toEqual(new Set(['pk_test_1']));
    act(() => stripe.ready());
    expect(screen.queryByText('Loading the card form')).toBeNull();
    expect(screen.getByText('Test mode')).toBeTruthy();
    expect(stripe.elements.map(({ box }) => box?.previousElementSibling?.textContent)).toEqual([
      'Card number',
      'Expiry date',
      'Security code',
    ]);
  });

  it("doesn't mention tests with a live key", async () => {
    await filled('add', {}, 'pk_live_1');
    expect(screen.queryByText('Test mode')).toBeNull();
  });

  it('uses the theme of the page, and changes with it', async () => {
    const { stripe } = await filled('add');
    const colour = () =>
      (stripe.live('cardNumber').options['style'] as { base: { color: string } }).base.color;
    expect(colour()).toBe(palettes.light.text);
    document.documentElement.dataset.theme = 'dark';
    await waitFor(() => expect(colour()).toBe(palettes.dark.text));
    delete document.documentElement.dataset.theme;
  });

  it('that is blocked says so and can be retried; what was typed next to it stays', async () => {
    const { hand, stripe } = await open('top-up', {});
    await waitFor(() => expect(stripe.elements).toHaveLength(3));
    const amount = await screen.findByLabelText<HTMLInputElement>(/mount/);
    await hand.clear(amount);
    await hand.type(amount, '33.00');
    act(() => stripe.live('cardNumber').say('loaderror'));
    expect((await screen.findByText('The card form didn’t load')).closest('[role="alert"]')).toBeTruthy();
    expect(stripe.elements).toHaveLength(3);
    await hand.click(await button('Try again'));
    await waitFor(() => expect(stripe.elements).toHaveLength(6));
    expect(stripe.elements.slice(0, 3).every((element) => element.destroyed)).toBe(true);
    act(() => stripe.ready());
    expect(screen.queryByText('The card form didn’t load')).toBeNull();
    expect(amount.value).toBe('33.00');
  });

  it('whose script never loads is given up', async () => {
    const stripe = fakeStripe();
    stripe.deps.blocked = true;
    await draw(
      <StripeLoader value={stripe.load}>
        <AddCardDialog onClose={() => {}} />
      </StripeLoader>,
      { settings: { paymentGateway: 'stripe', stripePublishableKey: 'pk_test_1' }, answers: setup },
    );
    expect(await screen.findByText('The card form didn’t load')).toBeTruthy();
  });

  it('names missing fields, focuses the first one and sends no request', async () => {
    const { hand, deps, stripe } = await open('add');
    await waitFor(() => expect(stripe.elements).toHaveLength(3));
    act(() => {
      stripe.ready();
      stripe.live('cardNumber').say('change', { complete: true, empty: false });
      stripe.live('cardExpiry').say('change', {
        complete: false,
        empty: false,
        error: { message: 'Your card’s expiration year is in the past.' },
      });
    });
    await hand.click(await button('Save card'));
    expect(screen.getByText('Your card’s expiration year is in the past.')).toBeTruthy();
    expect(screen.getByText('Enter the security code.')).toBeTruthy();
    expect(stripe.live('cardExpiry').focused).toBe(1);
    expect(deps.api.routes()).not.toContain('POST /payment-cards/setup');
  });
});

describe('saving a card with Stripe', () => {
  it('confirms it in the browser and gives the server the payment method', async () => {
    const { hand, deps, stripe, closed } = await filled('add');
    await hand.click(await button('Save card'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(stripe.confirmed).toEqual([{ secret: 'seti_secret', handleActions: false }]);
    expect(deps.api.calls.find(([route]) => route === 'POST /:provider/cards')?.[1]).toMatchObject({
      params: { provider: 'stripe' },
      body: { token: 'pm_1' },
    });
  });

  it("lets the bank's window appear above our dialog, which then returns", async () => {
    const { hand, stripe, closed } = await filled('add');
    const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    const plain = vi.spyOn(HTMLDialogElement.prototype, 'show');
    stripe.deps.onConfirm = () => ({ setupIntent: { status: 'requires_action' } });
    stripe.deps.onHandle = () => {
      expect([plain.mock.calls.length, modal.mock.calls.length]).toEqual([1, 0]);
      return { setupIntent: { status: 'succeeded', payment_method: 'pm_asked' } };
    };
    await hand.click(await button('Save card'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect([stripe.handled, modal.mock.calls.length]).toEqual([['seti_secret'], 1]);
    vi.restoreAllMocks();
  });

  it("shows the bank's reason, keeps the form, and a second try starts over", async () => {
    const { hand, deps, stripe } = await filled('add');
    stripe.deps.onConfirm = () => ({
      error: { type: 'card_error', code: 'card_declined', message: 'Your card has insufficient funds.' },
    });
    await hand.click(await button('Save card'));
    expect(
      (await screen.findByText('Your card has insufficient funds.')).closest('[role="group"]'),
    ).toBeTruthy();
    stripe.deps.onConfirm = () => ({ setupIntent: { status: 'succeeded', payment_method: 'pm_good' } });
    await hand.click(await button('Save card'));
    await waitFor(() => expect(deps.api.routes()).toContain('POST /:provider/cards'));
    expect(stripe.confirmed).toHaveLength(2);
  });

  it('after a lost connection sends the same payment method again', async () => {
    let tries = 0;
    const { hand, deps, stripe, closed } = await filled('add', {
      'POST /:provider/cards': () => {
        tries += 1;
        if (tries === 1) throw problem(0, { message: 'We couldn’t reach the server.' });
        return aSavedCard();
      },
    });
    await hand.click(await button('Save card'));
    await screen.findByText('We couldn’t reach the server.');
    await hand.click(await button('Save card'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(stripe.confirmed).toHaveLength(1);
    expect(
      deps.api.calls
        .filter(([route]) => route === 'POST /:provider/cards')
        .map(([, input]) => (input as { body: { token: string } }).body.token),
    ).toEqual(['pm_1', 'pm_1']);
  });
});

describe('paying with Stripe', () => {
  const oneCard = { 'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }) } satisfies Replies;
  const asksOnce = {
    [topUpRoute]: ({ body }) => {
      if (!body.challengeAnswer) throw challenge();
      if (body.challengeAnswer === 'fail') throw declined();
      return toppedUp();
    },
  } satisfies Replies;
  const answersOf = (calls: readonly (readonly [string, unknown])[]) =>
    calls
      .filter(([route]) => route === topUpRoute)
      .map(([, input]) => (input as { body: { challengeAnswer?: string } }).body.challengeAnswer);

  it('saves a new card first, then charges it', async () => {
    const { hand, deps, closed } = await filled('top-up', { [topUpRoute]: () => toppedUp() });
    await hand.click(await button('Pay $10.00'));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    const paying = (route: string) => route.startsWith('POST') && route !== 'POST /settings/keys';
    expect(deps.api.routes().filter(paying)).toEqual([
      'POST /payment-cards/setup',
      'POST /:provider/cards',
      topUpRoute,
    ]);
  });

  it('with a saved card loads no script until the bank asks; the result is sent under the same key', async () => {
    const { hand, deps, stripe, closed } = await open('top-up', { ...oneCard, ...asksOnce });
    const pay = await button('Pay $10.00');
    expect(stripe.deps.loads).toEqual([]);
    await hand.click(pay);
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(stripe.handled).toEqual(['pi_secret']);
    expect(answersOf(deps.api.calls)).toEqual([undefined, 'complete']);
    expect(new Set(keysOf(deps.api.calls, topUpRoute)).size).toBe(1);
    expect(screen.queryByText('Confirm with your bank')).toBeNull();
  });

  it('tells the server if the person gave up at the bank', async () => {
    const { hand, deps, stripe } = await open('top-up', { ...oneCard, ...asksOnce });
    stripe.deps.onHandle = () => ({
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method.',
      },
    });
    await hand.click(await button('Pay $10.00'));
    expect(await screen.findByText('Your card was declined.')).toBeTruthy();
    expect(answersOf(deps.api.calls)).toEqual([undefined, 'fail']);
  });

  it("a lost connection during the bank's confirmation isn't a refusal: the next press continues under the same key", async () => {
    const { hand, deps, stripe, closed } = await open('top-up', { ...oneCard, ...asksOnce });
    stripe.deps.onHandle = () => ({ error: { type: 'api_connection_error' } });
    await hand.click(await button('Pay $10.00'));
    expect(await screen.findByText(/We couldn’t reach Stripe/)).toBeTruthy();
    stripe.deps.onHandle = () => ({ paymentIntent: { status: 'requires_confirmation' } });
    await hand.click(await button('Pay $10.00'));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(answersOf(deps.api.calls)).toEqual([undefined, undefined, 'complete']);
    expect(new Set(keysOf(deps.api.calls, topUpRoute)).size).toBe(1);
  });

  it('a bank that asks endlessly is given up', async () => {
    const { hand, stripe } = await open('top-up', {
      ...oneCard,
      [topUpRoute]: () => {
        throw challenge();
      },
    });
    await hand.click(await button('Pay $10.00'));
    expect(await screen.findByText(/couldn’t confirm this payment/)).toBeTruthy();
    expect(stripe.handled).toHaveLength(3);
  });

  it('a declined first payment removes the new card, and the next try saves it again', async () => {
    let tries = 0;
    const { hand, deps, stripe, closed } = await filled('top-up', {
      'DELETE /payment-cards/:id': () => ({ success: true }),
      [topUpRoute]: () => {
        tries += 1;
        if (tries === 1) throw declined();
        return toppedUp();
      },
    });
    await hand.click(await button('Pay $10.00'));
    await screen.findByText('Your card was declined.');
    await hand.click(await button('Pay $10.00'));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(stripe.confirmed).toHaveLength(2);
    expect(deps.api.routes().filter((route) => route.startsWith('DELETE'))).toHaveLength(1);
    expect(new Set(keysOf(deps.api.calls, topUpRoute)).size).toBe(2);
  });
});
