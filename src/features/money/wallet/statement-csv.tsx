import type { Cents, Tokens } from '#lib/units.ts';
import type { Statement } from '#contract/money/wallet.ts';
import { formatAmount } from '#lib/format.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { useRate } from '#ui/content/money.tsx';
import { statementKinds } from './charge-labels.ts';

/** Exports the totals of a statement, by kind and by month. */
export function StatementCsv({ statement: { performer, kinds, months } }: { statement: Statement }) {
  const { currency } = useRate();
  const figures = ({ count, tokens, money }: { count: number; tokens: Tokens; money: Cents }) => [
    count,
    tokens,
    Number(formatAmount(money)),
    currency,
  ];
  const rows = () =>
    Promise.resolve([
      ...kinds.map((row) => ['Kind', statementKinds[row.kind], ...figures(row)]),
      ...months.map((row) => ['Month', row.month, ...figures(row)]),
    ]);
  return (
    <CsvButton
      filename={`statement ${performer.username}`}
      heads={['By', 'Of', 'Payments', 'Tokens', 'Money', 'Currency']}
      rows={rows}
    />
  );
}
