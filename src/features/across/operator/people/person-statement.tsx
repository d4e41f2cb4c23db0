import { useState } from 'react';
import type { EarningStatement } from '#contract/money/earnings.ts';
import type { DeskPerson } from '#contract/across/operator/people.ts';
import { formatUtcMonth, isUtcMonth, plusMonths, utcDay } from '#lib/utc-days.ts';
import { problemMessage } from '#lib/problem.ts';
import { sourceLabels } from '#components/money/source-labels.ts';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { openStatement } from '#services/across/operator/people.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Money } from '#ui/content/money.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

/** From this month back to the one in which the creator joined. */
function listMonths({ createdAt }: DeskPerson): string[] {
  const [first, last] = [createdAt.slice(0, 7), utcDay(new Date()).slice(0, 7)];
  const months = [last];
  for (let month = last; month > first;) months.push((month = plusMonths(month, -1)));
  return months;
}

const formatParty = ({ name, address, taxNumber }: EarningStatement['performer']): string =>
  [name, ...address, ...(taxNumber ? [`Tax number ${taxNumber}`] : [])].join(', ');

/** The lines as the creator reads them. */
function Lines({ statement }: { statement: EarningStatement }) {
  const { sales, refunds, referrals, payouts, adjustments } = statement;
  const lines: readonly (readonly [string, number])[] = [
    ['Opening balance', statement.opening],
    ...statement.bySource
      .filter(({ source }) => source !== 'refund')
      .map(({ source, gross }) => [sourceLabels[source], gross] as const),
    ['Commission', -sales.commission],
    ['Refunds', refunds.net],
    ['Referrals', referrals.net],
    ['Net earnings', sales.net + refunds.net + referrals.net],
    ['Payouts', payouts.net],
    ['Adjustments', adjustments.net],
    [statement.isOpen ? 'Current balance' : 'Closing balance', statement.closing],
  ];
  return (
    <SummaryList>
      <Sum label="Number">{statement.number}</Sum>
      <Sum label="Issued to">{formatParty(statement.performer)}</Sum>
      {lines.map(([label, cents]) => (
        <Sum key={label} label={label}>
          <Money cents={cents} />
        </Sum>
      ))}
    </SummaryList>
  );
}

/** Opens a creator's statement of a month to read. The address can name the month. */
export function PersonStatement({ person }: { person: DeskPerson }) {
  const requested = useQueryParams().get('statement');
  const months = listMonths(person);
  const [month, setMonth] = useState(isUtcMonth(requested) ? requested : (months[0] ?? ''));
  const [open, { data, error, isLoading, reset }] = useWrite(openStatement);
  const choices = months.includes(month) ? months : [month, ...months];
  return (
    <SectionCard title="Statement" text="Opening it is noted in the audit log.">
      <Stack>
        {error ? <Notice tone="danger" announce title={problemMessage(error)} /> : null}
        <Row bottom>
          <Select
            label="Month"
            options={choices.map((value) => ({ value, label: formatUtcMonth(value) }))}
            value={month}
            onChange={({ target }) => {
              reset();
              setMonth(target.value);
            }}
          />
          <Button busy={isLoading} onClick={() => void open({ params: { id: person._id }, body: { month } })}>
            Show statement
          </Button>
        </Row>
        {data ? <Lines statement={data} /> : null}
      </Stack>
    </SectionCard>
  );
}
