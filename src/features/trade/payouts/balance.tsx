import type { PayoutQuote } from '#contract/trade/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import { TimeAhead } from '#components/trade/payouts/payout-time.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Stats, Table } from '#ui/layout/table.tsx';

export const BalanceSkeleton = () => (
  <Skeleton label="Loading your balance">
    <Stack gap={24}>
      <SkeletonBlock height={88} width="100%" />
      <SkeletonBlock height={120} width="100%" />
    </Stack>
  </Skeleton>
);

/** Available, upcoming and requested amounts. */
export const BalanceStats = ({
  quote: { available, onHold, inProblems, setAside, currency, holds },
}: {
  quote: PayoutQuote;
}) => (
  <Stats
    items={[
      {
        label: 'Available',
        value: formatMoney(available, currency),
        hint: available < 0 ? 'Refunds exceeded your available balance' : 'Ready to pay out',
      },
      {
        label: 'On hold',
        value: formatMoney(onHold, currency),
        hint: (
          <>
            {holds[0] ? (
              <>
                Next: {formatMoney(holds[0].amount, currency)} on <TimeAhead iso={holds[0].availableAt} />
              </>
            ) : null}
            {holds[0] && inProblems > 0 ? ' · ' : null}
            {inProblems > 0
              ? `${formatMoney(inProblems, currency)} until problems with orders are closed`
              : null}
            {onHold === 0 ? 'Nothing is on hold' : null}
          </>
        ),
      },
      {
        label: 'In transit',
        value: formatMoney(setAside, currency),
        hint: setAside > 0 ? 'For your open payout' : 'No open payouts',
      },
    ]}
  />
);

const shown = 10;

/** When amounts on hold become available, one row per day. */
export function Holds({ quote: { holds, currency } }: { quote: PayoutQuote }) {
  if (holds.length === 0) return null;
  return (
    <Section title="On hold" text="Sales are held for a few days before payout to cover refunds.">
      <Table
        caption="Upcoming availability"
        rows={holds.slice(0, shown)}
        getKey={({ availableAt }) => availableAt}
        columns={[
          {
            key: 'when',
            title: 'Available',
            main: true,
            cell: ({ availableAt }) => <TimeAhead iso={availableAt} />,
          },
          { key: 'amount', title: 'Amount', end: true, cell: ({ amount }) => formatMoney(amount, currency) },
        ]}
      />
      {holds.length > shown ? (
        <p>
          And{' '}
          {formatMoney(
            holds.slice(shown).reduce((sum, { amount }) => sum + amount, 0),
            currency,
          )}{' '}
          later.
        </p>
      ) : null}
    </Section>
  );
}
