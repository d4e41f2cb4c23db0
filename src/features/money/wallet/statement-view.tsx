import type { Tokens as Count } from '#lib/units.ts';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { Statement } from '#contract/money/wallet.ts';
import { plural } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { getStatement } from '#services/money/wallet.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { type Column, Stats, Table } from '#ui/layout/table.tsx';
import { statementKinds } from './charge-labels.ts';
import { StatementCsv } from './statement-csv.tsx';
import { ChargesTable } from './charges-table.tsx';
import { TransactionsTable } from './transactions-table.tsx';

type KindRow = Statement['kinds'][number];
type MonthRow = Statement['months'][number];

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** `2026-11` → "November 2026". */
export const monthText = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));

const paidTokens = ({ tokens }: { tokens: Count }) => (tokens === 0 ? '–' : <Tokens tokens={tokens} />);
const kindColumns: readonly Column<KindRow>[] = [
  { key: 'kind', title: 'Type', main: true, cell: ({ kind }) => statementKinds[kind] },
  { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count },
  { key: 'tokens', title: 'Tokens', end: true, cell: paidTokens },
  { key: 'money', title: 'Money', end: true, cell: ({ money }) => <Money cents={money} /> },
];
const monthColumns: readonly Column<MonthRow>[] = [
  { key: 'month', title: 'Month (UTC)', main: true, cell: ({ month }) => monthText(month) },
  { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count },
  { key: 'tokens', title: 'Tokens', end: true, cell: paidTokens },
  { key: 'money', title: 'Money', end: true, cell: ({ money }) => <Money cents={money} /> },
];

/** Totals paid, after refunds. */
const Totals = ({ statement: { total, since } }: { statement: Statement }) => (
  <Stats
    items={[
      { label: 'Total paid', value: <Money cents={total.money} />, hint: 'After refunds.' },
      { label: 'Paid in tokens', value: <Tokens tokens={total.tokens} /> },
      { label: 'Payments', value: total.count, hint: since ? `Since ${formatDay(since)}` : 'None yet' },
    ]}
  />
);

function Content({ statement }: { statement: Statement }) {
  const filter = { performerId: statement.performer._id };
  if (statement.months.length === 0)
    return (
      <EmptyState
        title={`You haven’t paid ${statement.performer.name} anything yet`}
        text="Tips, purchases and subscriptions appear here."
        action={<ButtonLink href={routes.wallet}>View wallet</ButtonLink>}
      />
    );
  return (
    <>
      <Totals statement={statement} />
      <Section title="By type">
        <Table caption="By type" columns={kindColumns} rows={statement.kinds} getKey={({ kind }) => kind} />
      </Section>
      <Section title="By month">
        <Table
          caption="By month"
          columns={monthColumns}
          rows={statement.months}
          getKey={({ month }) => month}
        />
      </Section>
      <Section title="Paid with tokens">
        <ChargesTable filter={filter} empty={<EmptyState compact level={3} title="No token payments" />} />
      </Section>
      <Section title="Paid by card">
        <TransactionsTable
          filter={filter}
          empty={<EmptyState compact level={3} title="No card payments" />}
        />
      </Section>
    </>
  );
}

const PageSkeleton = () => (
  <Skeleton label="Loading the statement">
    <Stack gap={24}>
      <SkeletonBlock height={72} width="100%" />
      <SkeletonBlock height={96} width="100%" />
      <SkeletonBlock height={200} width="100%" />
    </Stack>
  </Skeleton>
);

const NotThere = () => (
  <EmptyState
    level={1}
    title="Statement not found"
    text="You haven’t paid anything here."
    action={
      <ButtonLink href={routes.wallet} variant="primary">
        View wallet
      </ButtonLink>
    }
  />
);

function Loaded({ statement }: { statement: Statement }) {
  const { performer, total, since } = statement;
  return (
    <>
      <Card>
        <Person person={performer} aside={since ? ` · ${plural(total.count, 'payment')}` : undefined} />
      </Card>
      <Content statement={statement} />
    </>
  );
}

/**
 * `/user/statements/[id]`: all payments of the viewer to one creator, even if the creator is no longer on the
 * site.
 */
export function StatementView() {
  const { id } = useRouter().query;
  const {
    currentData: statement,
    error,
    isFetching,
    refetch,
  } = useRead(getStatement, typeof id === 'string' ? { params: { id } } : null);
  if (problemCode(error) === 'not_found') return <NotThere />;
  const title = statement ? `Statement: ${statement.performer.name}` : 'Statement';
  const failed =
    error && !statement ? (
      <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
    ) : null;
  return (
    <Stack gap={24}>
      <PageHead title={title} unlisted />
      <PageHeader
        title={title}
        text="All your payments and refunds."
        actions={statement?.since ? <StatementCsv statement={statement} /> : null}
      />
      {statement ? <Loaded statement={statement} /> : (failed ?? <PageSkeleton />)}
    </Stack>
  );
}
