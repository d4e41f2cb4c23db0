import { useRouter } from 'next/router';
import { useState } from 'react';
import type { ReplyOf } from '#contract/registry';
import { plural } from '#lib/format';
import { formatDay } from '#lib/format-time';
import { problemMessage } from '#lib/problem';
import { useGetEarningStatsQuery } from '#state/api-earnings';
import { PageHead } from '#ui/page-head';
import { Bone, Skeleton } from '#ui/skeleton';
import { ErrorState } from '#ui/states';
import { Money } from '#ui/money';
import { PageHeader, Section } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { Stats } from '#ui/table';
import { ChipButton, ChipRow } from '#ui/chip';
import { type Period, periodOf, periods, rangeOf } from './period.tsx';
import { RowsTable } from './rows-table.tsx';
import { type Source, SourcesTable, sourceOf } from './sources.tsx';

type EarningStats = ReplyOf<'GET /performer/earning/stats'>;

/** What is there to be paid out, and what isn't yet. */
const BalanceStats = ({ balance }: Pick<EarningStats, 'balance'>) => (
  <Stats
    items={[
      { label: 'Balance', value: <Money cents={balance.total} /> },
      { label: 'Available', value: <Money cents={balance.available} />, hint: 'Can be paid out.' },
      {
        label: 'On hold',
        value: <Money cents={balance.onHold} />,
        hint: balance.nextAvailableAt ? `The next part is free on ${formatDay(balance.nextAvailableAt)}.` : 'Nothing waits.',
      },
    ]}
  />
);

const TotalStats = ({ total }: Pick<EarningStats, 'total'>) => (
  <Stats
    items={[
      { label: 'Fans paid', value: <Money cents={total.gross} />, hint: plural(total.count, 'payment') },
      { label: 'Commission', value: <Money cents={total.commission} />, hint: 'The site’s share.' },
      { label: 'You earned', value: <Money cents={total.net} /> },
    ]}
  />
);

const Bones = () => (
  <Skeleton label="Loading earnings">
    <Stack gap={24}><Bone height={96} width="100%" /><Bone height={96} width="100%" /><Bone height={240} width="100%" /></Stack>
  </Skeleton>
);

/** `/creator/earnings`: every figure from the ledger, and the rows behind it. Period and source stay in the address. */
export function EarningsView() {
  const router = useRouter();
  const period = periodOf(router.query['period']);
  const source = sourceOf(router.query['source']);
  const [today] = useState(() => new Date());
  const range = rangeOf(period, today);
  const { currentData: stats, error, isFetching, refetch } = useGetEarningStatsQuery(range);
  const choose = (change: { period?: Period; source?: Source | null }) => {
    const query = Object.fromEntries(Object.entries({ period, source, ...change }).filter(([, value]) => value)) as Record<string, string>;
    void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false });
  };
  return (
    <Stack gap={24}>
      <PageHead title="Earnings" unlisted />
      <PageHeader title="Earnings" text="Every payment, the site’s share and what is yours. Choose a source to see its payments only." />
      <ChipRow label="Period">
        {periods.map(({ key, label }) => <ChipButton key={key} pressed={key === period} onClick={() => choose({ period: key })}>{label}</ChipButton>)}
      </ChipRow>
      {error && !stats ? <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} /> : null}
      {!stats && !error ? <Bones /> : null}
      {stats ? (
        <>
          <BalanceStats balance={stats.balance} />
          <TotalStats total={stats.total} />
          <Section title="Where it came from"><SourcesTable rows={stats.bySource} chosen={source} onChoose={(next) => choose({ source: next === source ? null : next })} /></Section>
          <Section title="Payments"><RowsTable range={range} source={source} /></Section>
        </>
      ) : null}
    </Stack>
  );
}
