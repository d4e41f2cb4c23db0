import type { Cents } from '#lib/units.ts';
import Printer from 'lucide-react/icons/printer';
import { routes } from '#config/routes.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatUtcMonth } from '#lib/utc-days.ts';
import { utc } from '#lib/zone-days.ts';
import type { CsvCell } from '#lib/csv.ts';
import { type EarningYear, getEarningYear } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Money } from '#ui/content/money.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import { csvHeads, useRowsForCsv } from './csv-rows.ts';
import { toApiRange } from './query-params.ts';
import { StatementPrint } from './statement-print.tsx';

type Balances = EarningYear['total'];
interface YearRow {
  /** Such as `2026-03`; null for the sum of the year. */
  readonly month: string | null;
  readonly number: string;
  readonly balances: Balances;
}
interface Amount {
  readonly key: string;
  readonly title: string;
  readonly of: (balances: Balances) => Cents;
}

/** What each month's statement says, in the order in which it adds up. */
const amounts: readonly Amount[] = [
  { key: 'sales', title: 'Sales', of: ({ sales }) => sales.gross },
  { key: 'commission', title: 'Commission', of: ({ sales }) => -sales.commission },
  { key: 'refunds', title: 'Refunds', of: ({ refunds }) => refunds.net },
  { key: 'referrals', title: 'Referrals', of: ({ referrals }) => referrals.net },
  {
    key: 'net',
    title: 'Net earnings',
    of: ({ sales, refunds, referrals }) => sales.net + refunds.net + referrals.net,
  },
  { key: 'payouts', title: 'Payouts', of: ({ payouts }) => payouts.net },
  { key: 'adjustments', title: 'Adjustments', of: ({ adjustments }) => adjustments.net },
  { key: 'closing', title: 'Closing balance', of: ({ closing }) => closing },
];

const toRows = ({ months, total }: EarningYear): YearRow[] => [
  ...months.map(({ month, number, ...balances }) => ({ month, number, balances })),
  { month: null, number: '', balances: total },
];

/** The months in which something moved or was left over, and the sum. The file has all of them. */
const shownRows = (summary: EarningYear): YearRow[] =>
  toRows(summary).filter(
    ({ month, balances }) => month === null || amounts.some(({ of }) => of(balances) !== 0),
  );

const columns: readonly Column<YearRow>[] = [
  {
    key: 'month',
    title: 'Month',
    main: true,
    whole: true,
    cell: ({ month }) =>
      month ? (
        <Link href={{ pathname: routes.earnings, query: { month } }}>{formatUtcMonth(month)}</Link>
      ) : (
        <strong>Total</strong>
      ),
  },
  ...amounts.map(({ key, title, of }): Column<YearRow> => ({
    key,
    title,
    end: true,
    cell: ({ month, balances }) =>
      month ? (
        <Money cents={of(balances)} />
      ) : (
        <strong>
          <Money cents={of(balances)} />
        </strong>
      ),
  })),
];

/** Most creators never have an adjustment, so its column is only there if the year has one. The file has it always. */
const shownColumns = ({ total }: EarningYear) =>
  columns.filter(({ key }) => key !== 'adjustments' || total.adjustments.count > 0);

const summaryHeads = ['Month', 'Statement', ...amounts.map(({ title }) => title)];
const summaryRow = ({ month, number, balances }: YearRow): CsvCell[] => [
  month ?? 'Total',
  number,
  ...amounts.map(({ of }) => of(balances) / 100),
];

/** The last month shown of a year: its end once it is over. */
const listFacts = (year: string, { currency, months }: EarningYear) => [
  {
    term: 'Period (UTC)',
    text: `${formatUtcMonth(`${year}-01`)} to ${formatUtcMonth(months.at(-1)?.month ?? `${year}-12`)}`,
  },
  { term: 'Currency', text: currency },
  ...(months.at(-1)?.isOpen ? [{ term: 'Status', text: 'Not final. This year isn’t over yet.' }] : []),
];

const skeleton = (
  <Skeleton label="Loading the year">
    <SkeletonBlock height={620} width="100%" />
  </Skeleton>
);

/** The months as a file once they are loaded, all payments of the year as another, and a printer. */
function Actions({ year, summary }: { year: string; summary: EarningYear | undefined }) {
  const payments = useRowsForCsv({
    ...toApiRange({ zone: utc, days: { from: `${year}-01-01`, to: `${year}-12-31` } }),
    part: 'all',
  });
  return (
    <>
      {summary ? (
        <CsvButton
          filename={`summary-${year}`}
          heads={summaryHeads}
          rows={async () => toRows(summary).map(summaryRow)}
          label="Months as CSV"
        />
      ) : null}
      <CsvButton filename={`payments-${year}`} heads={csvHeads} rows={payments} label="Payments as CSV" />
      <Button
        variant="primary"
        icon={<Printer size={18} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </>
  );
}

const yearHref = (year: number) => ({ pathname: routes.earnings, query: { year: String(year) } });

function OtherYears({ year, today }: { year: string; today: string }) {
  const [before, after] = [Number(year) - 1, Number(year) + 1];
  return (
    <Row justify="between">
      <ButtonLink replace variant="quiet" href={yearHref(before)}>
        {before}
      </ButtonLink>
      <ButtonLink variant="quiet" href={routes.earnings}>
        All earnings
      </ButtonLink>
      {year < today.slice(0, 4) ? (
        <ButtonLink replace variant="quiet" href={yearHref(after)}>
          {after}
        </ButtonLink>
      ) : null}
    </Row>
  );
}

/** `/creator/earnings?year=2026`: the months of a year side by side, for printing and for bookkeeping. */
export function YearStatementView({ year, today }: { year: string; today: string }) {
  const request = useRead(getEarningYear, { query: { year } });
  const title = `Summary of ${year}`;
  return (
    <Stack gap={24}>
      <PageHead title={title} unlisted />
      <PageHeader
        title="Yearly summary"
        text="Your monthly statements side by side, in UTC."
        actions={<Actions year={year} summary={request.currentData} />}
      />
      <OtherYears year={year} today={today} />
      <LoadedView request={request} skeleton={skeleton} level={2}>
        {(summary) => (
          <StatementPrint
            title={title}
            facts={listFacts(year, summary)}
            site={summary.site}
            performer={summary.performer}
          >
            <Table
              caption={`Months of ${year}`}
              columns={shownColumns(summary)}
              rows={shownRows(summary)}
              getKey={({ month }) => month ?? 'total'}
            />
            {shownRows(summary).length < toRows(summary).length ? (
              <p>Months without any amounts are left out.</p>
            ) : null}
          </StatementPrint>
        )}
      </LoadedView>
    </Stack>
  );
}
