import { useState } from 'react';
import { statementHeads, transparencyHeads } from '#config/moderation-tables.ts';
import { isUtcDay } from '#lib/utc-days.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { listNumbers, listStatements } from '#services/across/operator/moderation.ts';
import { useApi } from '#state/hooks.ts';
import { TextInput } from '#ui/forms/text-input.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

const dayMs = 86_400_000;

/** The first and last day of the month before (UTC). */
function monthBefore(): { from: string; to: string } {
  const today = new Date();
  const month = (offset: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, 1);
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: day(month(-1)), to: day(month(0) - dayMs) };
}

/** Both reports of the Digital Services Act for a period of whole days (UTC), as CSV. */
export function CaseDownloads() {
  const api = useApi();
  const [{ from, to }, setPeriod] = useState(monthBefore);
  const period = () => ({
    from: new Date(from).toISOString(),
    to: new Date(new Date(to).getTime() + dayMs).toISOString(),
  });
  const isWhole = isUtcDay(from) && isUtcDay(to) && from <= to;
  return (
    <SectionCard
      title="Transparency reports"
      text="Statements of reasons and figures for a period, as required by the EU’s Digital Services Act."
    >
      <Stack>
        <Row>
          <TextInput
            label="From"
            type="date"
            value={from}
            onChange={({ target }) => setPeriod((last) => ({ ...last, from: target.value }))}
          />
          <TextInput
            label="To"
            type="date"
            value={to}
            error={isWhole ? null : 'Choose a period.'}
            onChange={({ target }) => setPeriod((last) => ({ ...last, to: target.value }))}
          />
        </Row>
        {isWhole ? (
          <Row>
            <CsvButton
              label="Statements of reasons"
              filename={`statements-of-reasons-${from}-${to}`}
              heads={statementHeads}
              rows={async () =>
                (await listStatements(api, { query: period() })).data.map((row) =>
                  statementHeads.map((head) => row[head]),
                )
              }
            />
            <CsvButton
              label="Numbers"
              filename={`moderation-numbers-${from}-${to}`}
              heads={transparencyHeads}
              rows={async () =>
                (await listNumbers(api, { query: period() })).data.map((row) =>
                  transparencyHeads.map((head) => row[head]),
                )
              }
            />
          </Row>
        ) : null}
      </Stack>
    </SectionCard>
  );
}
