import { useState } from 'react';
import type { DayFigures, SiteFigures } from '#contract/across/operator/background.ts';
import { formatMoney, formatNumber } from '#lib/format.ts';
import { formatShortDay, formatUtcDay } from '#lib/utc-days.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { getSiteFigures } from '#services/across/operator/site.ts';
import { useRead } from '#state/query/hooks.ts';
import { BarChart } from '#ui/content/chart.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { type Column, Stats, Table } from '#ui/layout/table.tsx';

type Name = keyof SiteFigures['total'];
type Period = '7' | '28' | '90';
const periods: readonly Period[] = ['7', '28', '90'];

const labels: Readonly<Record<Name, string>> = {
  active: 'Active accounts',
  joined: 'New accounts',
  performersJoined: 'New creators',
  gross: 'Fans paid',
  commission: 'Site’s fee, net',
  refunds: 'Refunds',
};
const allNames = Object.keys(labels) as Name[];
/** Amounts aren't known before they have been added up. */
const knownNames = ({ isAddingUp }: SiteFigures): readonly Name[] =>
  isAddingUp ? allNames.filter((name) => !isMoney(name)) : allNames;
const isMoney = (name: Name) => name === 'gross' || name === 'commission' || name === 'refunds';

const useText = () => {
  const { currency } = useRate();
  return (name: Name, value: number) =>
    isMoney(name) ? formatMoney(value, currency) : formatNumber(Math.round(value));
};

/** The change against the period before, in whole percent. */
function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'Same as the previous period' : 'None in the previous period';
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return 'Same as the previous period';
  return `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}% vs. the previous period`;
}

function Totals({ figures, days }: { figures: SiteFigures; days: number }) {
  const text = useText();
  const shownValue = (name: Name, of: SiteFigures['total']) =>
    name === 'active' ? of[name] / days : of[name];
  return (
    <Stats
      items={knownNames(figures).map((name) => {
        const [now, before] = [shownValue(name, figures.total), shownValue(name, figures.previous)];
        return {
          label: name === 'active' ? 'Active accounts a day' : labels[name],
          value: text(name, now),
          hint: changeText(now, before),
        };
      })}
    />
  );
}

interface DaysProps {
  readonly days: readonly DayFigures[];
  readonly names: readonly Name[];
}

function DaysTable({ days, names }: DaysProps) {
  const text = useText();
  const columns: readonly Column<DayFigures>[] = [
    { key: 'day', title: 'Day', main: true, whole: true, cell: ({ day }) => formatUtcDay(day) },
    ...names.map((name) => ({
      key: name,
      title: labels[name],
      end: true,
      cell: (day: DayFigures) => text(name, day[name]),
    })),
  ];
  return (
    <Table caption="Figures by day" columns={columns} rows={days.toReversed()} getKey={({ day }) => day} />
  );
}

function Days({ days, names }: DaysProps) {
  const text = useText();
  const [picked, setName] = useState<Name>('gross');
  const name = names.includes(picked) ? picked : 'active';
  const [asTable, setAsTable] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const bars = days.map((day) => ({
    key: day.day,
    label: formatShortDay(day.day),
    value: day[name],
    text: text(name, day[name]),
  }));
  const csv = async () =>
    days.map((day) => [day.day, ...names.map((each) => (isMoney(each) ? day[each] / 100 : day[each]))]);
  const actions = (
    <CsvButton
      filename={`site-by-day-${days[0]?.day}-${days.at(-1)?.day}`}
      heads={['Day (UTC)', ...names.map((each) => labels[each])]}
      rows={csv}
    />
  );
  return (
    <Section title="By day" text="Days are in UTC. A day appears once it is over." actions={actions}>
      <Stack>
        <ChipRow label="Figure">
          {names.map((each) => (
            <ChipButton
              key={each}
              pressed={!asTable && name === each}
              onClick={() => {
                setName(each);
                setAsTable(false);
              }}
            >
              {labels[each]}
            </ChipButton>
          ))}
          <ChipButton pressed={asTable} onClick={() => setAsTable(true)}>
            Table
          </ChipButton>
        </ChipRow>
        {asTable ? (
          <DaysTable days={days} names={names} />
        ) : (
          <BarChart
            label={`${labels[name]} by day`}
            bars={bars}
            highest={text(name, Math.max(0, ...days.map((day) => day[name])))}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </Stack>
    </Section>
  );
}

/** `/operator/figures`: how the site does, against the period before. */
export function FiguresView() {
  const { get, set } = useQueryParams();
  const requested = get('days');
  const days = periods.find((period) => period === requested) ?? '28';
  const request = useRead(getSiteFigures, { query: { days } });
  return (
    <Stack gap={24}>
      <PageHead title="Figures" unlisted />
      <PageHeader title="Figures" text="How the site is doing, compared with the previous period." />
      <Row>
        <ChipRow label="Period">
          {periods.map((period) => (
            <ChipButton key={period} pressed={days === period} onClick={() => set({ days: period })}>
              {`Last ${period} days`}
            </ChipButton>
          ))}
        </ChipRow>
      </Row>
      <LoadedView
        request={request}
        skeleton={
          <Skeleton label="Loading figures">
            <SkeletonBlock width="100%" height={480} />
          </Skeleton>
        }
      >
        {(figures) => (
          <Stack gap={24}>
            <p>
              {formatNumber(figures.accounts)} accounts, {formatNumber(figures.performers)} of them creators.
            </p>
            {figures.isAddingUp ? (
              <Notice title="Sales are being added up">
                This happens once after an update. Amounts appear here when it’s done, usually within minutes.
              </Notice>
            ) : null}
            <Totals figures={figures} days={Number(days)} />
            <Days days={figures.days} names={knownNames(figures)} />
          </Stack>
        )}
      </LoadedView>
    </Stack>
  );
}
