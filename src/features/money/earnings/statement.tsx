import type { Cents } from '#lib/units.ts';
import Printer from 'lucide-react/icons/printer';
import { Link } from '#ui/content/link.tsx';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatUtcDay, formatUtcMonth, plusDays, plusMonths } from '#lib/utc-days.ts';
import { utc } from '#lib/zone-days.ts';
import { type EarningStatement, getEarningStatement } from '#services/money/earnings.ts';
import { useLazyRead, useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Money } from '#ui/content/money.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { csvHeads, useRowsForCsv } from './csv-rows.ts';
import { toApiRange, toUrlQuery } from './query-params.ts';
import type { Rows } from './query-params.ts';
import { sourceLabels } from '#components/money/source-labels.ts';
import { StatementPrint } from './statement-print.tsx';
import styles from './statement.module.css';

interface LineProps {
  readonly words: string;
  readonly cents: Cents;
  readonly count?: number;
  readonly rows?: Rows;
  readonly month: string;
  readonly hint?: ReactNode;
}

const monthDays = (month: string) => ({
  from: `${month}-01`,
  to: plusDays(`${plusMonths(month, 1)}-01`, -1),
});

/** Link to the rows behind a line of the statement. */
const rowsHref = (month: string, rows: Rows) => ({
  pathname: routes.earnings,
  query: toUrlQuery({ period: 'custom', days: monthDays(month), rows, isOfStatement: true }),
});

const Line = ({ words, cents, count, rows, month, hint }: LineProps) => (
  <tr>
    <th scope="row">
      {words}
      {count === undefined ? null : <small>{plural(count, 'entry', 'entries')}</small>}
      {hint ? <small>{hint}</small> : null}
    </th>
    <td>
      {rows ? (
        <Link href={rowsHref(month, rows)}>
          <Money cents={cents} />
        </Link>
      ) : (
        <Money cents={cents} />
      )}
    </td>
  </tr>
);
const TotalLine = ({ words, cents }: { words: string; cents: Cents }) => (
  <tr className={styles.total}>
    <th scope="row">{words}</th>
    <td>
      <Money cents={cents} />
    </td>
  </tr>
);

/** What moved the balance without being earned. Most months have no adjustments. */
const NoEarnings = ({
  month,
  payouts,
  adjustments,
}: Pick<EarningStatement, 'payouts' | 'adjustments'> & { readonly month: string }) => (
  <>
    <Line
      month={month}
      words="Payouts"
      count={payouts.count}
      cents={payouts.net}
      rows={{ part: 'payouts' }}
    />
    {adjustments.count > 0 ? (
      <Line
        month={month}
        words="Adjustments"
        count={adjustments.count}
        hint="Corrections by us, each with a reason."
        cents={adjustments.net}
        rows={{ part: 'adjustments' }}
      />
    ) : null}
  </>
);

function Lines({ month, statement }: { month: string; statement: EarningStatement }) {
  const { opening, closing, sales, refunds, referrals, payouts, adjustments, bySource, isOpen } = statement;
  return (
    <table className={styles.lines}>
      <caption className={styles.caption}>Balance in {statement.currency}</caption>
      <tbody>
        <TotalLine words="Opening balance" cents={opening} />
        {bySource
          .filter(({ source }) => source !== 'refund')
          .map(({ source, gross, count }) => (
            <Line
              key={source}
              month={month}
              words={sourceLabels[source]}
              count={count}
              cents={gross}
              rows={{ source }}
            />
          ))}
        <Line
          month={month}
          words="Commission"
          hint="Our fee on your sales."
          cents={-sales.commission}
          rows={{ part: 'sales' }}
        />
        <Line
          month={month}
          words="Refunds"
          count={refunds.count}
          hint="Your share of refunds to fans."
          cents={refunds.net}
          rows={{ part: 'refunds' }}
        />
        <Line
          month={month}
          words="Referrals"
          count={referrals.count}
          cents={referrals.net}
          rows={{ part: 'referrals' }}
        />
        <TotalLine words="Net earnings" cents={sales.net + refunds.net + referrals.net} />
        <NoEarnings month={month} payouts={payouts} adjustments={adjustments} />
        <TotalLine words={isOpen ? 'Current balance' : 'Closing balance'} cents={closing} />
      </tbody>
    </table>
  );
}

const listFacts = (month: string, { number, isOpen }: EarningStatement) => {
  const { from, to } = monthDays(month);
  return [
    { term: 'Number', text: number },
    { term: 'Period (UTC)', text: `${formatUtcDay(from)} to ${formatUtcDay(to)}` },
    isOpen
      ? { term: 'Status', text: 'Not final. This month isn’t over yet.' }
      : { term: 'Issued', text: formatUtcDay(plusDays(to, 1)) },
  ];
};

const skeleton = (
  <Skeleton label="Loading the statement">
    <SkeletonBlock height={620} width="100%" />
  </Skeleton>
);

/** The payments of a statement, each with the statement's number, so that a file tells what it belongs to. */
function useStatementCsv(month: string) {
  const [ask] = useLazyRead(getEarningStatement);
  const payments = useRowsForCsv({ ...toApiRange({ zone: utc, days: monthDays(month) }), part: 'all' });
  return async () => {
    const { number } = await ask({ query: { month } }, true).unwrap();
    return (await payments()).map((row) => [number, ...row]);
  };
}

/** `/creator/earnings?month=2026-03`: a monthly statement, for printing. */
export function StatementView({ month, today }: { month: string; today: string }) {
  const request = useRead(getEarningStatement, { query: { month } });
  const csv = useStatementCsv(month);
  const title = `Statement for ${formatUtcMonth(month)}`;
  const at = (to: string) => ({ pathname: routes.earnings, query: { month: to } });
  const year = month.slice(0, 4);
  const actions = (
    <>
      <CsvButton filename={`statement-${month}`} heads={['Statement', ...csvHeads]} rows={csv} />
      <Button
        variant="primary"
        icon={<Printer size={18} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </>
  );
  return (
    <Stack gap={24}>
      <PageHead title={title} unlisted />
      <PageHeader title="Monthly statement" text="Your balance for one month, in UTC." actions={actions} />
      <Row justify="between">
        <ButtonLink replace variant="quiet" href={at(plusMonths(month, -1))}>
          {formatUtcMonth(plusMonths(month, -1))}
        </ButtonLink>
        <ButtonLink variant="quiet" href={{ pathname: routes.earnings, query: { year } }}>
          All of {year}
        </ButtonLink>
        <ButtonLink variant="quiet" href={routes.earnings}>
          All earnings
        </ButtonLink>
        {plusMonths(month, 1) <= today.slice(0, 7) ? (
          <ButtonLink replace variant="quiet" href={at(plusMonths(month, 1))}>
            {formatUtcMonth(plusMonths(month, 1))}
          </ButtonLink>
        ) : null}
      </Row>
      <LoadedView request={request} skeleton={skeleton} level={2}>
        {(statement) => (
          <StatementPrint
            title={title}
            facts={listFacts(month, statement)}
            site={statement.site}
            performer={statement.performer}
          >
            <Lines month={month} statement={statement} />
          </StatementPrint>
        )}
      </LoadedView>
    </Stack>
  );
}
