import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Receipt } from '#contract/money/payments.ts';
import { ReceiptView } from '#features/trade/receipts/receipt-view.tsx';
import { TransactionsTable } from '#features/money/wallet/transactions-table.tsx';
import { type Replies, onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aReceipt } from '../../../setup/factories/payments.ts';

const route = 'GET /payment/receipts/:id';
const show = (answer: Replies[typeof route]) =>
  draw(<ReceiptView />, { path: '/user/receipts/t1?id=t1', answers: { [route]: answer } });
const paper = async () => within(await screen.findByRole('article', { name: 'Receipt R-K7Q3F-92XMA' }));

describe('a receipt', () => {
  it('says who paid whom, when, by which card, for what and how much', async () => {
    const { deps } = await show(() => aReceipt());
    const { getByText, getAllByRole } = await paper();
    expect(
      ['Paid', 'mia@example.com', 'hello@stage.test', 'Visa ending in 4242', 'Nov 20, 2026'].map(
        (text) => getByText(text).textContent,
      ),
    ).toHaveLength(5);
    expect(getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DescriptionAmount',
      '400 tokens€20.00',
      '40 bonus tokensFree',
      'Coupon TEN−€2.00',
      'Total, EUR€18.00',
    ]);
    expect(deps.api.calls.find(([name]) => name === route)?.[1]).toMatchObject({ params: { id: 't1' } });
  });

  it('for a subscription says until when it is paid', async () => {
    await show(() =>
      aReceipt({
        lines: [{ text: 'Monthly subscription to Lena', tokens: 0, amount: 1_800 }],
        paidUntil: '2026-12-20T10:00:00.000Z',
      }),
    );
    expect((await paper()).getByText('Dec 20, 2026')).toBeTruthy();
  });

  it.each([
    ['refunded', 'Refunded', '€18.00 were refunded to Visa ending in 4242 on Nov 22, 2026.'],
    ['disputed', 'Disputed', 'The cardholder’s bank opened a dispute about this payment on Nov 22, 2026.'],
    [
      'returned',
      'Charged back',
      'The cardholder’s bank returned €18.00 to Visa ending in 4242 on Nov 22, 2026.',
    ],
  ] as const)('that is %s says since when', async (state, word, text) => {
    await show(() => aReceipt({ state, stateAt: '2026-11-22T10:00:00.000Z' }));
    const { getByText } = await paper();
    expect(getByText(word)).toBeTruthy();
    expect(
      getByText((_text, element) => element?.tagName === 'P' && element.textContent === text),
    ).toBeTruthy();
  });

  it('is printed with one press', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    const { hand } = await show(() => aReceipt());
    await hand.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it('shows a skeleton while loading', async () => {
    const way = onItsWay<Receipt>();
    await show(() => way.promise);
    expect(await screen.findByText('Loading the receipt')).toBeTruthy();
    way.resolve(aReceipt());
    await paper();
  });

  it("that doesn't exist or isn't yours links to the ones that are", async () => {
    await show(() => {
      throw problem(404, { code: 'not_found', message: 'Not found' });
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All card payments' }).getAttribute('href')).toBe(
      '/user/wallet?show=payments',
    );
  });

  it('that fails to load says so and can be retried', async () => {
    const { hand, deps } = await show(() => {
      throw problem(500, { message: 'Something went wrong, please try again later' });
    });
    await screen.findByText('Something went wrong, please try again later');
    deps.api.answer({ [route]: () => aReceipt() });
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    await paper();
  });
});

it('every card payment links to its receipt', async () => {
  const row = {
    _id: 't7',
    kind: 'top_up' as const,
    description: 'Top-up of 400 tokens',
    amount: 2_000,
    tokens: 400,
    card: 'visa ·· 4242',
    performer: null,
    refundedAt: null,
    refundOf: null,
    createdAt: '2026-11-20T10:00:00.000Z',
  };
  await draw(<TransactionsTable filter={{}} empty={null} />, {
    answers: { 'GET /payment/transactions/user/search': () => ({ data: [row], total: 1, nextCursor: null }) },
  });
  expect(
    (await screen.findByRole('link', { name: /^Receipt\s*: Top-up of 400 tokens$/ })).getAttribute('href'),
  ).toBe('/user/receipts/t7');
});
