import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { LoginView } from '#features/people/auth/login-view.tsx';
import { ProfilePage } from '#features/people/profile/profile-page.tsx';
import { PromotionsView } from '#features/trade/subscriptions/promotions-view.tsx';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { live } from '#state/live/live-events.ts';
import { subscriptionModalUpdated } from '#state/session/subscription-modal.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aCard, aModalPerformer, aPerformer } from '../../../setup/factories/creators.ts';
import { aSavedCard } from '../../../setup/factories/payments.ts';
import { aPost, sentWith } from '../../../setup/factories/posts.ts';
import { aSubscription } from '../../../setup/factories/subscriptions.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aPromotion, aTrial, anOffer } from '../../../setup/factories/promotions.ts';

const at = '2026-11-20T10:00:00.000Z';
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const list = 'GET /promotions/search';
const bodyOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  (calls.find(([name]) => name === route)?.[1] as { body?: unknown } | undefined)?.body;
const asCreator = (answers: Replies) =>
  draw(<PromotionsView />, {
    path: '/creator/promotions',
    user: { isPerformer: true, username: 'lena' },
    answers,
  });

describe('a creator’s offers', () => {
  it('show their discount, how many used them and their revenue', async () => {
    await asCreator({
      [list]: () => ({
        data: [
          aPromotion(),
          aPromotion({
            _id: 'o2',
            state: 'ended',
            endedAt: at,
            percent: 50,
            plan: null,
            maxUses: null,
            audience: 'returning',
          }),
        ],
        total: 2,
      }),
    });
    const row = within(
      (await screen.findByText('30% off the first month', { selector: 'p' })).closest('tr')!,
    );
    for (const text of ['Active', '3 of 12', 'No end date', '$11.18', 'For everyone'])
      expect(row.getByText(text)).toBeTruthy();
    const ended = within(screen.getByText('50% off the first period').closest('tr')!);
    for (const text of ['Ended', 'Ended on Nov 20, 2026', 'For returning fans'])
      expect(ended.getByText(text)).toBeTruthy();
    expect(ended.queryByRole('button')).toBeNull();
  });

  it('are created in one form: errors are shown, and the input stays if the server rejects it', async () => {
    let tries = 0;
    const { hand, deps } = await asCreator({
      [list]: () => ({ data: [], total: 0 }),
      'POST /promotions': () => {
        tries += 1;
        if (tries === 1)
          throw problem(409, {
            message: 'You have 20 active offers and trial links. End one before you create another.',
          });
        return aPromotion();
      },
    });
    expect(await screen.findByText('No offers yet')).toBeTruthy();
    await hand.click(await button('New offer'));
    const percent = await screen.findByLabelText(/Discount on the first period/);
    await hand.clear(percent);
    await hand.type(percent, '95');
    await hand.type(screen.getByLabelText(/Maximum number of fans/), 'ten');
    await hand.click(await button('Create offer'));
    expect(screen.getByText('Enter a whole number from 5 to 90.')).toBeTruthy();
    expect(deps.api.routes()).not.toContain('POST /promotions');
    await hand.clear(percent);
    await hand.type(percent, '40');
    await hand.clear(screen.getByLabelText(/Maximum number of fans/));
    await hand.type(screen.getByLabelText(/Maximum number of fans/), '10');
    await hand.selectOptions(screen.getByLabelText('Applies to'), 'both');
    await hand.selectOptions(screen.getByLabelText('Who can use it'), 'new');
    await hand.click(await button('Create offer'));
    expect(await screen.findByText(/You have 20 active offers/)).toBeTruthy();
    expect((percent as HTMLInputElement).value).toBe('40');
    await hand.click(await button('Create offer'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodyOf(deps.api.calls, 'POST /promotions')).toEqual({
      percent: 40,
      plan: null,
      audience: 'new',
      maxUses: 10,
      endsAt: null,
      message: '',
    });
  });

  it('end after confirmation', async () => {
    const { hand, deps } = await asCreator({
      [list]: () => ({ data: [aPromotion()], total: 1 }),
      'PUT /promotions/:id/end': () => aPromotion({ state: 'ended' }),
    });
    await hand.click(await button(/^End/));
    const dialog = within(screen.getByRole('dialog', { name: 'End “30% off the first month”?' }));
    expect(deps.api.routes()).not.toContain('PUT /promotions/:id/end');
    await hand.click(dialog.getByRole('button', { name: 'End offer' }));
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === 'PUT /promotions/:id/end')?.[1]).toMatchObject({
        params: { id: 'o1' },
      }),
    );
  });

  it('and trial links, whose URL can be copied', async () => {
    const trial = aPromotion({
      _id: 't1',
      kind: 'trial',
      percent: null,
      plan: null,
      days: 7,
      code: 'abc123',
    });
    const { hand, deps } = await asCreator({
      [list]: ({ query }) => (query?.kind === 'trial' ? { data: [trial], total: 1 } : { data: [], total: 0 }),
      'POST /promotions/trial': () => trial,
    });
    await hand.click(screen.getByRole('tab', { name: 'Trial links' }));
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await hand.click(await button('Copy link'));
    expect(copied).toHaveBeenCalledWith(`${location.origin}/lena?trial=abc123`);
    await hand.click(await button('New trial link'));
    await hand.click(await button('Create link'));
    await waitFor(() =>
      expect(bodyOf(deps.api.calls, 'POST /promotions/trial')).toEqual({
        days: 7,
        maxUses: null,
        endsAt: null,
        message: '',
      }),
    );
  });

  it('say what went wrong and can be retried', async () => {
    const { hand, deps } = await asCreator({
      [list]: () => {
        throw problem(500, { message: 'Something went wrong, please try again later' });
      },
    });
    await screen.findByText('Something went wrong, please try again later');
    deps.api.answer({ [list]: () => ({ data: [aPromotion()], total: 1 }) });
    await hand.click(await button('Try again'));
    expect(await screen.findByText('30% off the first month', { selector: 'p' })).toBeTruthy();
  });
});

describe('an offer in the subscribe dialog', () => {
  const subscribe = 'POST /payment/subscribe/performers';
  async function open(answers: Replies) {
    const drawn = await draw(<PurchaseDialogs />, {
      answers: {
        'GET /payment-cards': () => ({ data: [aSavedCard()], total: 1 }),
        'GET /promotions/performer/:id': () => ({ data: [anOffer()], total: 1 }),
        ...answers,
      },
    });
    drawn.store.dispatch(
      subscriptionModalUpdated({
        showModal: true,
        performer: aModalPerformer(),
        subscriptionType: 'monthly',
      }),
    );
    return drawn;
  }

  it('shows the discount, how many are left until when, and the later price; pays the discounted price', async () => {
    const { hand, deps } = await open({ [subscribe]: () => aSubscription() });
    expect(await screen.findByText('30% off the first month: $6.99')).toBeTruthy();
    expect(screen.getByText('12 left, until Nov 30, 2026. Then $9.99 a month.')).toBeTruthy();
    // The offer applies to the monthly plan only.
    await hand.click(screen.getByLabelText(/Yearly/));
    expect(await button(/^Subscribe for \$99\.00/)).toBeTruthy();
    expect(screen.queryByText(/30% off/)).toBeNull();
    await hand.click(screen.getByLabelText(/Monthly/));
    await hand.click(await button(/^Subscribe for \$6\.99/));
    await waitFor(() =>
      expect(bodyOf(deps.api.calls, subscribe)).toMatchObject({ promotionId: 'o1', type: 'monthly' }),
    );
  });

  it('that is gone meanwhile says so with the current price, and charges nothing', async () => {
    let offers = [anOffer()];
    const { hand } = await open({
      'GET /promotions/performer/:id': () => ({ data: offers, total: offers.length }),
      [subscribe]: () => {
        offers = [];
        throw problem(409, {
          code: 'price_changed',
          message: 'This offer has changed or ended. The price is now $9.99.',
          amount: 999,
        });
      },
    });
    await hand.click(await button(/^Subscribe for \$6\.99/));
    expect(await screen.findByText(/changed or ended/)).toBeTruthy();
    expect(await button(/^Subscribe for \$9\.99/)).toBeTruthy();
  });
});

const sent = sentWith([aPost()]);
const trialAt = '/lena?trial=abc';

describe('a profile', () => {
  it("shows the creator's offer", async () => {
    const { deps } = await draw(<ProfilePage performer={aPerformer({ hasOffer: true })} {...sent} />, {
      user: null,
      path: '/lena',
      answers: { 'GET /promotions/performer/:id': () => ({ data: [anOffer()], total: 1 }) },
    });
    // Its code loads after the rest of the page.
    expect(await screen.findByText('30% off the first month: $6.99', {}, { timeout: 5_000 })).toBeTruthy();
    expect(deps.api.calls.find(([name]) => name === 'GET /promotions/performer/:id')?.[1]).toMatchObject({
      params: { id: 'other' },
    });
  });

  it('has the offers that came with the page, and asks for none again', async () => {
    const offers = { data: [anOffer()], total: 1 };
    const { deps } = await draw(
      <ProfilePage performer={aPerformer({ hasOffer: true })} {...sent} offers={offers} />,
      { user: null, path: '/lena' },
    );
    // At once, at the bottom of a narrow screen.
    expect(screen.getByText(/^\$6\.99/)).toBeTruthy();
    expect(await screen.findByText('30% off the first month: $6.99', {}, { timeout: 5_000 })).toBeTruthy();
    expect(deps.api.routes()).toEqual([]);
  });

  it('learns of a changed offer with the creator’s other news', async () => {
    let offers = { data: [anOffer()], total: 1 };
    const performer = aPerformer({ hasOffer: true });
    const { store } = await draw(<ProfilePage performer={performer} {...sent} offers={offers} />, {
      path: '/lena',
      answers: {
        'GET /promotions/performer/:id': () => offers,
        'GET /performers/:id': () => performer,
      },
    });
    offers = { data: [anOffer({ percent: 50, price: 500 })], total: 1 };
    act(() => void store.dispatch(live['access/changed']({ performerId: performer._id })));
    expect(await screen.findByText('50% off the first month: $5.00', {}, { timeout: 5_000 })).toBeTruthy();
  });

  it('with a trial link: starts the free days with one press', async () => {
    const { hand, deps } = await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      path: trialAt,
      answers: {
        'GET /promotions/trial/:code': () => aTrial({ message: 'Have a look' }),
        'POST /promotions/trial/:code': () => aSubscription({ type: 'free', renews: false }),
      },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Free trial of Lena' }));
    expect(
      await dialog.findByText(
        /for 7 days\. The trial ends automatically\. No card needed, nothing to cancel\. 4 left\./,
      ),
    ).toBeTruthy();
    expect(dialog.getByText('“Have a look”')).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Start free trial' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deps.api.calls.find(([name]) => name === 'POST /promotions/trial/:code')?.[1]).toMatchObject({
      params: { code: 'abc' },
    });
  });

  it.each([
    ['one that has run out', aTrial({ state: 'used_up' }), /This link is no longer valid/],
    ['who had theirs', aTrial({ refusal: 'had' }), /used your free trial/],
    ['another creator’s', aTrial({ performer: aCard({ _id: 'somebody' }) }), /doesn’t work/],
  ])('with a trial link, %s: says so, without a button', async (_name, trial, text) => {
    await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      path: trialAt,
      answers: { 'GET /promotions/trial/:code': () => trial },
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Start free trial/ })).toBeNull();
  });

  it("keeps the server's message if the last trial was taken meanwhile", async () => {
    const { hand } = await draw(<ProfilePage performer={aPerformer()} {...sent} />, {
      path: trialAt,
      answers: {
        'GET /promotions/trial/:code': () => aTrial(),
        'POST /promotions/trial/:code': () => {
          throw problem(409, { message: 'This link is no longer valid.' });
        },
      },
    });
    await hand.click(await button('Start free trial'));
    expect(await screen.findByRole('group', { name: 'This link is no longer valid.' })).toBe(
      document.activeElement,
    );
  });
});

it('the return address is kept when switching from login to sign-up', async () => {
  await draw(<LoginView />, { user: null, path: `/auth/login?from=${encodeURIComponent(trialAt)}` });
  expect(screen.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe(
    '/auth/register?from=%2Flena%3Ftrial%3Dabc',
  );
});
