import type { Cents, Tokens } from '#lib/units.ts';
import { plural } from '#lib/format.ts';
import type { ReferralStats } from '#services/money/referrals.ts';
import { ChipButton } from '#ui/content/chip.tsx';
import { Money } from '#ui/content/money.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { type Column, Stats, Table } from '#ui/layout/table.tsx';
import { type Unit, Share } from './referral-labels.tsx';

/** Amounts waiting for a whole token or owed, if any. Occurs with tokens only. */
const waiting = ({ pending, owed }: ReferralStats) => [
  ...(pending > 0
    ? [{ label: 'Waiting', value: <Money cents={pending} />, hint: 'Added once it reaches a whole token.' }]
    : []),
  ...(owed > 0
    ? [
        {
          label: 'Owed',
          value: <Money cents={owed} />,
          hint: 'A payment was refunded. This is deducted from your next referral earnings.',
        },
      ]
    : []),
];

export const Totals = ({ stats, unit }: { stats: ReferralStats; unit: Unit }) => {
  const {
    people: { joined, active, voided },
    total,
  } = stats;
  return (
    <Stats
      items={[
        {
          label: 'Joined',
          value: joined,
          hint: `${plural(active, 'counts', 'count')} now${voided > 0 ? `, ${plural(voided, 'doesn’t', 'don’t')}` : ''}.`,
        },
        {
          label: 'You earned',
          value: <Share unit={unit} amount={total.amount} tokens={total.tokens} />,
        },
        ...waiting(stats),
      ]}
    />
  );
};

type Line = {
  readonly line: string;
  readonly name: string;
  readonly amount: Cents;
  readonly tokens: Tokens;
  readonly count: number;
  readonly id: string | null;
};

/** Earnings by referred person; selecting one filters the rows. */
export function ByReferral({
  stats,
  unit,
  chosen,
  onChoose,
}: {
  stats: ReferralStats;
  unit: Unit;
  chosen: string | null;
  onChoose: (id: string) => void;
}) {
  const named = stats.byReferral.map(({ referralId, ...rest }): Line => ({
    line: referralId,
    id: referralId,
    ...rest,
  }));
  const lines =
    stats.others.count > 0
      ? [...named, { line: 'others', id: null, name: 'All others', ...stats.others }]
      : named;
  const columns: readonly Column<Line>[] = [
    {
      key: 'who',
      title: 'Person',
      main: true,
      cell: ({ id, name }) =>
        id === null ? (
          name
        ) : (
          <ChipButton pressed={id === chosen} onClick={() => onChoose(id)}>
            <bdi>{name}</bdi>
          </ChipButton>
        ),
    },
    { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count },
    {
      key: 'got',
      title: 'You earned',
      end: true,
      cell: ({ amount, tokens }) => <Share unit={unit} amount={amount} tokens={tokens} />,
    },
  ];
  if (lines.length === 0)
    return (
      <EmptyState
        compact
        level={3}
        title="No activity"
        text="Your share of payments from people you invited appears here."
      />
    );
  return <Table caption="Earnings by person" columns={columns} rows={lines} getKey={({ line }) => line} />;
}
