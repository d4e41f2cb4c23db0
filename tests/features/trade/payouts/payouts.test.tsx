import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Payout, PayoutMethod } from '#contract/trade/payouts.ts';
import { amountError } from '#features/trade/payouts/amount-fields.tsx';
import { NewPayoutView } from '#features/trade/payouts/new-payout-view.tsx';
import { PayoutView } from '#features/trade/payouts/payout-view.tsx';
import { PayoutsView } from '#features/trade/payouts/payouts-view.tsx';
import { UndoPayoutMethodView } from '#features/trade/payouts/undo-payout-method-view.tsx';
import { bankErrors } from '#components/trade/payouts/payout-bank-dialog.tsx';
import { PayoutMethods } from '#components/trade/payouts/payout-methods.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw, keysOf } from '../../../components/setup/draw.tsx';
import { choose } from '../../../setup/picking.ts';
import { someCountries } from '../../../setup/factories/site.ts';
import { aPayout, aPayoutMethod, aPayoutQuote } from '../../../setup/factories/payouts.ts';

const at = '2026-11-20T10:00:00.000Z';
const ahead = new Date(Date.now() + 49 * 3_600_000).toISOString();
const calculate = 'POST /payout-requests/calculate';
const list = 'GET /payout-requests/user/search';
const one = 'GET /payout-requests/:id/view';
const methods = 'GET /payout-methods';
const creator = { isPerformer: true };
const bodyOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  (calls.filter(([name]) => name === route).at(-1)?.[1] as { body?: unknown } | undefined)?.body;

const around: Replies = {
  [calculate]: () => aPayoutQuote(),
  [list]: () => ({ data: [], total: 0, nextCursor: null }),
  [methods]: () => ({ data: [aPayoutMethod()], total: 1 }),
  'GET /countries/list': someCountries,
};
const start = (answers: Replies = {}, path = '/creator/payouts') =>
  draw(<PayoutsView />, { path, user: creator, answers: { ...around, ...answers } });

describe('payouts', () => {
  it('show what is available, what becomes available when, and a link to request one', async () => {
    await start({
      [calculate]: () => aPayoutQuote({ onHold: 4_500, holds: [{ availableAt: ahead, amount: 4_500 }] }),
    });
    expect((await screen.findByRole('link', { name: 'Request payout' })).getAttribute('href')).toBe(
      '/creator/payouts/new',
    );
    expect(screen.getByText('Available', { selector: 'dt' }).nextElementSibling?.textContent).toBe('$120.00');
    const holds = within(screen.getByRole('region', { name: 'On hold' }));
    expect(holds.getByText('$45.00')).toBeTruthy();
    expect(holds.getByText(/\(in\s2\sd\)/)).toBeTruthy();
    expect(screen.getByText('No payouts yet')).toBeTruthy();
  });

  it('say what is in the way, who has to act and until when; then there is no button', async () => {
    await start({
      [calculate]: () =>
        aPayoutQuote({
          available: 2_000,
          canRequest: false,
          blocks: [
            {
              code: 'below_minimum',
              message: 'The minimum payout is $50.00. $30.00 more is needed.',
              who: 'time',
              until: ahead,
              stops: 'request',
            },
          ],
        }),
    });
    const notice = (await screen.findByText('The minimum payout is $50.00. $30.00 more is needed.'))
      .parentElement!;
    expect(notice.textContent).toMatch(/Automatic: .*\(in\s2\sd\)/);
    expect(screen.queryByRole('link', { name: 'Request payout' })).toBeNull();
  });

  it('list earlier ones, keep the state filter in the URL and link to each', async () => {
    const {
      timeline: _t,
      next: _n,
      canEdit: _e,
      canCancel: _c,
      reason: _r,
      reference: _f,
      ...row
    } = aPayout({ state: 'paid' });
    const { hand, deps, went } = await start({
      [list]: () => ({ data: [row], total: 1, nextCursor: null }),
    });
    expect((await screen.findByRole('link', { name: '$120.00' })).getAttribute('href')).toBe(
      '/creator/payouts/p1',
    );
    await hand.click(screen.getByRole('button', { name: 'Paid' }));
    expect(went.at(-1)).toBe('/creator/payouts?state=paid');
    await waitFor(() =>
      expect(deps.api.calls.filter(([name]) => name === list).at(-1)?.[1]).toMatchObject({
        query: { state: 'paid' },
      }),
    );
  });

  it('query the gateway on return from it', async () => {
    const refresh = 'PUT /performers/:id/payment-gateway-settings';
    const { deps } = await start(
      { [refresh]: () => aPayoutMethod({ type: 'connect' }) },
      '/creator/payouts?connect=back',
    );
    await screen.findByText('You’re back from the payment provider');
    await waitFor(() => expect(deps.api.calls.filter(([name]) => name === refresh)).toHaveLength(1));
  });

  it('that fail to load can be retried', async () => {
    const { hand, deps } = await start({
      [calculate]: () => {
        throw problem(500, { message: 'Out of order' });
      },
    });
    await screen.findByText('Out of order');
    deps.api.answer(around);
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Request payout' })).toBeTruthy();
  });
});

describe('requesting a payout', () => {
  const route = 'POST /payout-requests';
  const begin = (answers: Replies = {}) =>
    draw(<NewPayoutView />, {
      path: '/creator/payouts/new',
      user: creator,
      answers: { ...around, ...answers },
    });

  it('starts with the full amount, shows what arrives and what remains, and goes to the payout', async () => {
    const { hand, deps, went } = await begin({ [route]: () => aPayout() });
    const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
    expect(amount.value).toBe('120.00');
    await hand.clear(amount);
    await hand.type(amount, '70');
    expect(screen.getByText('You receive').nextElementSibling?.textContent).toBe('$70.00');
    expect(screen.getByText('Stays available').nextElementSibling?.textContent).toBe('$50.00');
    await hand.click(screen.getByRole('button', { name: 'Full amount' }));
    expect(amount.value).toBe('120.00');
    await hand.click(screen.getByRole('button', { name: 'Request payout' }));
    await waitFor(() => expect(went.at(-1)).toBe('/creator/payouts/p1'));
    expect(bodyOf(deps.api.calls, route)).toEqual({ amount: 12_000, note: '' });
  });

  it('rejects an amount too low or too high before anything is sent', async () => {
    const bounds = { minimum: 5_000, most: 12_000, currency: 'USD' };
    expect([
      amountError('49.99', bounds),
      amountError('120.01', bounds),
      amountError('x', bounds),
      amountError('120', bounds),
    ]).toEqual([
      'The minimum payout is $50.00.',
      '$120.00 is available.',
      'Enter an amount like 50.00.',
      null,
    ]);
  });

  it('keeps the input and the key if it fails', async () => {
    const { hand, deps } = await begin({
      [route]: () => {
        throw problem(500, { message: 'Out of order' });
      },
    });
    const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
    await hand.clear(amount);
    await hand.type(amount, '75.5');
    const press = () => hand.click(screen.getByRole('button', { name: 'Request payout' }));
    await press();
    await screen.findByText('Out of order');
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('75.5');
    await press();
    await waitFor(() => expect(keysOf(deps.api.calls, route)).toHaveLength(2));
    expect(new Set(keysOf(deps.api.calls, route)).size).toBe(1);
  });

  it('without a method says so and offers them', async () => {
    await begin({
      [calculate]: () =>
        aPayoutQuote({
          method: null,
          canRequest: false,
          blocks: [
            {
              code: 'no_method',
              message: 'Add a payout method first.',
              who: 'you',
              until: null,
              stops: 'request',
            },
          ],
        }),
      [methods]: () => ({ data: [], total: 0 }),
    });
    await screen.findByText('Add a payout method first.');
    expect(await screen.findByRole('button', { name: 'Add a bank account' })).toBeTruthy();
    expect(screen.queryByLabelText('Amount')).toBeNull();
  });
});

describe('a payout', () => {
  const open = (payout: Payout, answers: Replies = {}) =>
    draw(<PayoutView />, {
      path: '/creator/payouts/p1?id=p1',
      user: creator,
      answers: { ...around, [one]: () => payout, ...answers },
    });

  it('says what happened, why, who has to act and until when', async () => {
    await open(
      aPayout({
        next: {
          message: 'Where it goes was changed a short while ago. Nothing will be paid there before this.',
          who: 'time',
          until: ahead,
        },
        timeline: [
          { event: 'pending', by: 'creator', note: 'For May', at },
          {
            event: 'changed',
            by: 'creator',
            note: 'From $100.00 to $120.00',
            at: '2026-11-20T11:00:00.000Z',
          },
        ],
      }),
    );
    expect((await screen.findByText(/Where it goes was changed/)).textContent).toMatch(
      /Automatic: .*\(in\s2\sd\)/,
    );
    expect(
      within(screen.getByRole('region', { name: 'Timeline' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Requested by you.*For May$/),
      expect.stringMatching(/^Changed by you.*From \$100\.00 to \$120\.00$/),
    ]);
  });

  it('is canceled after confirmation', async () => {
    const route = 'POST /payout-requests/:id/cancel';
    const { hand, deps } = await open(aPayout(), { [route]: () => aPayout({ state: 'cancelled' }) });
    await hand.click(await screen.findByRole('button', { name: 'Cancel request' }));
    expect(deps.api.routes()).not.toContain(route);
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel request' }));
    await waitFor(() => expect(deps.api.routes()).toContain(route));
  });

  it('can be changed up to its own amount plus what is available', async () => {
    const route = 'PUT /payout-requests/:id';
    const { hand, deps } = await open(aPayout(), {
      [calculate]: () => aPayoutQuote({ available: 3_000, canRequest: false }),
      [route]: () => aPayout({ amount: 15_000 }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(await dialog.findByRole('button', { name: 'Full amount' }));
    await hand.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodyOf(deps.api.calls, route)).toEqual({ amount: 15_000, note: '' }));
  });

  it('that is finished shows its result and offers nothing', async () => {
    await open(
      aPayout({
        state: 'failed',
        reason: 'The account is closed.',
        next: null,
        canEdit: false,
        canCancel: false,
      }),
    );
    await screen.findByText('The account is closed.');
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('that the bank returned says so, why, and what to check', async () => {
    const base = aPayout({
      state: 'returned',
      reason: 'The account is closed.',
      next: null,
      canEdit: false,
      canCancel: false,
    });
    await open({
      ...base,
      timeline: [
        ...base.timeline,
        { event: 'returned', by: 'operator', note: 'Bank reference R-1', at: ahead },
      ],
    });
    expect(await screen.findByText('Returned by the bank')).toBeTruthy();
    expect(screen.getByText('The account is closed.')).toBeTruthy();
    expect(screen.getByText(/The bank sent the money back, and it is available again/)).toBeTruthy();
  });

  it("of somebody else doesn't exist", async () => {
    await open(aPayout(), {
      [one]: () => {
        throw problem(404, { code: 'not_found' });
      },
    });
    expect(await screen.findByText('Payout not found')).toBeTruthy();
  });
});

describe('payout methods', () => {
  const begin = (data: PayoutMethod[], answers: Replies = {}) =>
    draw(<PayoutMethods />, {
      path: '/creator/account',
      user: creator,
      answers: { ...around, [methods]: () => ({ data, total: data.length }), ...answers },
    });

  it('show the selected one, its lock, and what the gateway still requires', async () => {
    await begin([
      aPayoutMethod({ lockedUntil: ahead }),
      aPayoutMethod({
        _id: 'm2',
        type: 'connect',
        bank: 'Stripe',
        isChosen: false,
        isReady: false,
        requirements: ['An identity document'],
      }),
    ]);
    const [bank, connect] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => item.parentElement?.parentElement?.tagName !== 'SPAN'));
    expect(bank!.textContent).toMatch(/Default.*Nothing is paid here before .*\(in\s2\sd\)/);
    expect(within(connect!).getByText('An identity document')).toBeTruthy();
    expect(within(connect!).queryByRole('button', { name: /^Use this/ })).toBeNull();
  });

  it('add a bank account, validated before it is sent', async () => {
    const route = 'PUT /performers/:id/banking-settings';
    const { hand, deps } = await begin([], { [route]: () => aPayoutMethod() });
    await hand.click(await screen.findByRole('button', { name: 'Add a bank account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await choose(hand, 'Country of the bank', 'Germany');
    await hand.type(dialog.getByLabelText('Bank'), 'Alpenbank');
    await hand.type(dialog.getByLabelText('IBAN'), 'DE89 3704 0044 0532 0130 01');
    const press = () => hand.click(dialog.getByRole('button', { name: 'Save bank account' }));
    await press();
    expect(dialog.getByText(/Check the IBAN/)).toBeTruthy();
    expect(deps.api.routes()).not.toContain(route);
    await hand.clear(dialog.getByLabelText('IBAN'));
    await hand.type(dialog.getByLabelText('IBAN'), 'DE89 3704 0044 0532 0130 00');
    await press();
    await waitFor(() =>
      expect(bodyOf(deps.api.calls, route)).toEqual({
        holder: 'Mia',
        bank: 'Alpenbank',
        country: 'DE',
        currency: 'USD',
        iban: 'DE89 3704 0044 0532 0130 00',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ask for the account details used in the country', () => {
    const typed = {
      holder: 'Mia',
      bank: 'First',
      country: 'US',
      currency: 'USD',
      iban: '',
      account: '12345678',
      routing: '021000021',
    };
    expect(bankErrors(typed)).toEqual({});
    expect(Object.keys(bankErrors({ ...typed, routing: '021000022' }))).toEqual(['routing']);
    expect(Object.keys(bankErrors({ ...typed, country: 'FR' }))).toEqual(['iban']);
    expect(Object.keys(bankErrors({ ...typed, holder: ' ', country: '' }))).toEqual(['holder', 'country']);
  });

  it("are selected after a proof; the server's message stays readable", async () => {
    const route = 'POST /payout-methods/:id';
    const { hand, deps } = await begin(
      [
        aPayoutMethod(),
        aPayoutMethod({ _id: 'm2', type: 'connect', bank: 'Stripe', last4: 'x9Qz', isChosen: false }),
      ],
      {
        [route]: () => {
          throw problem(409, { message: 'Stripe can’t pay you yet.' });
        },
      },
    );
    await hand.click(await screen.findByRole('button', { name: 'Use this: Stripe x9Qz' }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Use this method' }));
    expect(await dialog.findByText('Stripe can’t pay you yet.')).toBeTruthy();
    expect(bodyOf(deps.api.calls, route)).toEqual({});
  });
});

describe('the page linked in the email', () => {
  const route = 'POST /payout-methods/undo';
  const open = (answers: Replies, path = `/auth/undo-payout-method?token=${'a'.repeat(40)}`) =>
    draw(<UndoPayoutMethodView />, { path, user: null, answers });

  it('does nothing by itself; on a press it reverts the change and asks for a new password', async () => {
    const { hand, deps } = await open({
      [route]: () => ({ restored: { bank: 'Alpenbank', last4: '3000' }, cancelled: true }),
    });
    expect(deps.api.routes()).not.toContain(route);
    await hand.click(screen.getByRole('button', { name: 'Undo change' }));
    expect(
      await screen.findByText(
        /Payouts go to Alpenbank, ending in 3000, again\. The payout to the other method was canceled/,
      ),
    ).toBeTruthy();
    expect(bodyOf(deps.api.calls, route)).toEqual({ token: 'a'.repeat(40) });
    expect(screen.getByRole('link', { name: 'Set new password' }).getAttribute('href')).toBe(
      '/auth/forgot-password',
    );
  });

  it('says if the link has expired or is incomplete', async () => {
    const { hand, unmount } = await open({
      [route]: () => {
        throw problem(422, { message: 'This link was used already, or its time is over.' });
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Undo change' }));
    expect(await screen.findByText('This link was used already, or its time is over.')).toBeTruthy();
    unmount();
    await open({}, '/auth/undo-payout-method?token=abc');
    expect(screen.getByText('Open the link in the email again.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View payout methods' }).getAttribute('href')).toBe(
      '/creator/payouts',
    );
  });
});
