import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OwnTime } from '#components/base/ranges/own-time.tsx';
import { payoutColumns } from '#features/trade/payouts/payouts-table.tsx';
import { CreatorReferralsView } from '#features/money/referrals/referrals-view.tsx';
import { columnsFor } from '#features/trade/shop/orders/orders-table.tsx';
import { EarningsView } from '#features/money/earnings/earnings-view.tsx';
import { formatDay } from '#lib/format-time.ts';
import { dayIn, momentsIn } from '#lib/zone-days.ts';
import { plusDays } from '#lib/utc-days.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { anOrderRow } from '../../../setup/factories/orders.ts';
import { aPayout } from '../../../setup/factories/payouts.ts';
import { aReferral, aReferralEarning, anOwnReferralCode } from '../../../setup/factories/referrals.ts';

/* Rows of lists are on the days that the sums beside them are of: of the account's time zone, not the browser's. */
const zone = 'Pacific/Kiritimati';
const creator = { isPerformer: true, name: 'Lena', username: 'lena', timeZone: zone };
// In Kiritimati, 14 hours ahead of UTC, it is the first of March.
const at = '2020-02-29T11:00:00.000Z';
const [own, inUtc] = ['Mar 1, 2020', 'Feb 29, 2020'];

const none = { gross: 0, commission: 0, net: 0, count: 0 };
const subscribers = { new: 0, renewed: 0, lost: 0 };
const earnings = {
  'GET /performer/earning/stats': () => ({
    total: none,
    sales: none,
    refunds: none,
    referrals: none,
    payouts: none,
    adjustments: none,
    bySource: [],
    byDay: [],
    subscribers,
    previous: { total: none, sales: none, refunds: none, referrals: none, subscribers, from: at, to: at },
    balance: { total: 5, available: 0, onHold: 5, setAside: 0, nextAvailableAt: at },
  }),
  'GET /performer/earning/search': () => ({
    data: [
      {
        _id: 'e1',
        source: 'tip' as const,
        description: 'Tip to Lena',
        user: null,
        item: null,
        ...none,
        availableAt: at,
        createdAt: at,
      },
    ],
    total: 1,
    sums: { gross: 0, commission: 0, net: 0 },
    nextCursor: null,
  }),
  'GET /performer/earning/tops': () => ({ users: [], items: [] }),
};

it.each([
  ['of the page', '', own],
  ['that a statement leads to', '&days=utc', inUtc],
])('payments %s', async (_, query, day) => {
  await draw(<EarningsView />, {
    path: `/creator/earnings?from=2020-02-01&to=2020-03-31${query}`,
    user: creator,
    answers: earnings,
  });
  const table = within(await screen.findByRole('table', { name: 'Payments' }));
  // When it was paid, and when it becomes available.
  expect(await table.findAllByText(day)).toHaveLength(2);
  expect(screen.getByText(`The next part becomes available on ${day}.`)).toBeTruthy();
});

it('payouts, and orders that one sells; what one bought is of the browser’s days', async () => {
  const cell = <Row,>(
    columns: readonly { key: string; cell: (row: Row) => React.ReactNode }[],
    key: string,
  ) => columns.find((column) => column.key === key)!.cell;
  const order = anOrderRow({ createdAt: at });
  await draw(
    <>
      <p>Requested {cell(payoutColumns, 'asked')(aPayout({ createdAt: at }))}</p>
      <p>Updated {cell(payoutColumns, 'changed')(aPayout({ updatedAt: at }))}</p>
      <p>Sold {cell(columnsFor('seller'), 'when')(order)}</p>
      <p>Bought {cell(columnsFor('buyer'), 'when')(order)}</p>
      <p>
        Ours <OwnTime iso={at} />
      </p>
    </>,
    { user: creator },
  );
  const day = (what: string) => screen.getByText(new RegExp(`^${what}`)).querySelector('time');
  for (const what of ['Requested', 'Updated', 'Sold', 'Ours']) {
    expect([what, day(what)?.textContent]).toEqual([what, own]);
    await waitFor(() => expect(day(what)?.title).toBe('March 1, 2020 at 1:00 AM'));
  }
  expect(day('Bought')?.textContent).toBe(formatDay(at));
});

it('referrals, whose range of days is that of the earnings page', async () => {
  const page =
    <T,>(...data: T[]) =>
    () => ({ data, total: data.length, nextCursor: null });
  const { hand, deps, went } = await draw(<CreatorReferralsView />, {
    path: '/creator/referrals',
    user: creator,
    answers: {
      'GET /referrals/user/code': () => anOwnReferralCode({ unit: 'money' }),
      'GET /referrals/user/search': page(aReferral({ joinedAt: at, endsAt: '2020-12-31T11:00:00.000Z' })),
      'GET /referral-earnings/search': page(aReferralEarning({ createdAt: at })),
      'GET /referral-earnings/stats': () => ({
        people: { joined: 1, active: 1, ended: 0, voided: 0 },
        total: { amount: 70, tokens: 14, count: 1 },
        byReferral: [],
        others: { amount: 0, tokens: 0, count: 0 },
        pending: 0,
        owed: 0,
      }),
    },
  });
  const people = within(await screen.findByRole('table', { name: 'People you invited' }));
  expect([people.getByText(own), people.getByText('Until Jan 1, 2021')]).toHaveLength(2);
  expect(within(await screen.findByRole('table', { name: 'Referral earnings' })).getByText(own)).toBeTruthy();
  const asked = () =>
    ['GET /referral-earnings/stats', 'GET /referral-earnings/search'].map((route) => {
      const input = deps.api.calls.filter(([name]) => name === route).at(-1)?.[1];
      const { from, to } = (input as { query: { from?: string; to?: string } }).query;
      return { from, to };
    });
  expect(asked()).toEqual([{}, {}]);
  const names = within(screen.getByRole('group', { name: 'Period' })).getAllByRole('button');
  expect(names.map(({ textContent }) => textContent)).toEqual(
    'All time,7 days,28 days,90 days,This month,Last month,This year,Custom range'.split(','),
  );
  await hand.click(screen.getByRole('button', { name: '7 days' }));
  expect(went.at(-1)).toBe('/creator/referrals?period=7');
  const today = dayIn(zone, new Date());
  const range = momentsIn(zone, { from: plusDays(today, -6), to: today });
  await waitFor(() => expect(asked()).toEqual([range, range]));
  expect(screen.getByText('Days begin at midnight in Pacific/Kiritimati.')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'All time' }));
  expect(went.at(-1)).toBe('/creator/referrals');
  expect(screen.getByRole('button', { name: 'All time' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByText(/^Days begin/)).toBeNull();
});
