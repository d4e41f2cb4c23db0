import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { changeText, countDays } from '#lib/utc-days.ts';
import type { EarningStats } from '#services/money/earnings.ts';
import { dayTextIn } from '#components/base/ranges/own-time.tsx';
import { Money } from '#ui/content/money.tsx';
import { type StatItem, Stats } from '#ui/layout/table.tsx';
import { Figure } from './figure.tsx';
import type { Place, Rows } from './query-params.ts';

/** The balance, divided into what is available and what isn't yet. */
export const BalanceStats = ({ balance, zone }: Pick<EarningStats, 'balance'> & { zone: string }) => (
  <Stats
    items={[
      { label: 'Balance', value: <Money cents={balance.total} /> },
      {
        label: 'Available',
        value: <Money cents={balance.available} />,
        hint:
          balance.available < 0 ? (
            'Refunds exceeded your balance. New sales will make up the difference.'
          ) : (
            <Link href={routes.creatorPayouts}>Request payout</Link>
          ),
      },
      {
        label: 'On hold',
        value: <Money cents={balance.onHold} />,
        hint: balance.nextAvailableAt
          ? `The next part becomes available on ${dayTextIn(zone, balance.nextAvailableAt)}.`
          : balance.onHold > 0
            ? 'Until problems with orders are closed.'
            : 'Nothing is on hold.',
      },
      ...(balance.setAside > 0
        ? [
            {
              label: 'In transit',
              value: <Money cents={balance.setAside} />,
              hint: <Link href={routes.creatorPayouts}>View payout</Link>,
            },
          ]
        : []),
    ]}
  />
);

interface TotalRow {
  readonly label: string;
  readonly rows: Rows;
  readonly hint?: string;
  of(figures: Pick<EarningStats, 'sales' | 'refunds' | 'total' | 'referrals'>): number;
}
const totalRows: readonly TotalRow[] = [
  { label: 'Fans paid', rows: { part: 'sales' }, of: ({ sales }) => sales.gross },
  {
    label: 'Commission',
    rows: { part: 'sales' },
    hint: 'Our fee.',
    of: ({ sales }) => sales.commission,
  },
  {
    label: 'Refunds',
    rows: { part: 'refunds' },
    hint: 'Your share of refunds.',
    of: ({ refunds }) => refunds.net,
  },
  { label: 'You earned', rows: { part: 'earned' }, of: ({ total }) => total.net },
];

/** Totals of the range, each with its change and a link to its rows. */
export function TotalStats({ stats, place }: { stats: EarningStats; place: Place }) {
  const days = countDays(place.days.from, place.days.to);
  const items = totalRows.map(({ label, rows, hint, of }): StatItem => {
    const change = changeText(of(stats), stats.previous ? of(stats.previous) : undefined, days);
    return {
      label,
      value: (
        <Figure {...{ place, rows, label }}>
          <Money cents={of(stats)} />
        </Figure>
      ),
      hint: [hint, change].filter(Boolean).join(' '),
    };
  });
  return <Stats items={items} />;
}

/** Subscriber counts (new, renewed, lost), and amounts that aren't sales: referrals, payouts and adjustments. */
export function OtherStats({ stats, place }: { stats: EarningStats; place: Place }) {
  const days = countDays(place.days.from, place.days.to);
  const moves = (['new', 'renewed', 'lost'] as const).map((move): StatItem => {
    const label = { new: 'New subscribers', renewed: 'Renewed', lost: 'Lost' }[move];
    const count = stats.subscribers[move];
    return {
      label,
      value: (
        <Figure place={place} rows={{ subscribers: move }} label={label}>
          {formatNumber(count)}
        </Figure>
      ),
      hint: changeText(count, stats.previous?.subscribers[move], days),
    };
  });
  const { referrals, payouts, adjustments } = stats;
  const more: StatItem[] = [
    {
      label: 'From referrals',
      value: (
        <Figure place={place} rows={{ part: 'referrals' }} label="From referrals">
          <Money cents={referrals.net} />
        </Figure>
      ),
      hint: <Link href={routes.creatorReferrals}>View referrals</Link>,
    },
    {
      label: 'Payouts',
      value: (
        <Figure place={place} rows={{ part: 'payouts' }} label="Payouts">
          <Money cents={payouts.net} />
        </Figure>
      ),
      hint: plural(payouts.count, 'entry', 'entries'),
    },
    ...(adjustments.count > 0
      ? [
          {
            label: 'Adjustments',
            value: (
              <Figure place={place} rows={{ part: 'adjustments' }} label="Adjustments">
                <Money cents={adjustments.net} />
              </Figure>
            ),
            hint: 'Corrections by us.',
          },
        ]
      : []),
  ];
  return <Stats items={[...moves, ...more]} />;
}
