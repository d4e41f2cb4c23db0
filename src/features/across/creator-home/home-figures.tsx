import { routes } from '#config/routes.ts';
import { formatNumber } from '#lib/format.ts';
import { changeText, countDays, formatUtcDay } from '#lib/utc-days.ts';
import { zoneName } from '#lib/zone-days.ts';
import { useOwnZone } from '#components/base/ranges/own-zone.ts';
import type { CreatorHome } from '#services/money/earnings.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { FigureLink } from '#ui/content/figure-link.tsx';
import { Money } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type StatItem, Stats } from '#ui/layout/table.tsx';

type Figures = CreatorHome['figures'];
type Period = Figures['today'];

function buildItems(period: Period, before?: Period): StatItem[] {
  const days = countDays(period.from, period.to);
  const change = (figure: 'earned' | 'subscribers' | 'followers') =>
    changeText(period[figure], before?.[figure], days);
  const { from, to } = period;
  return [
    {
      label: 'You earned',
      value: (
        <FigureLink
          label="You earned"
          href={{ pathname: routes.earnings, query: { from, to, part: 'earned' } }}
        >
          <Money cents={period.earned} />
        </FigureLink>
      ),
      hint: change('earned'),
    },
    {
      label: 'New subscribers',
      value: (
        <FigureLink label="New subscribers" href={routes.subscribers}>
          {formatNumber(period.subscribers)}
        </FigureLink>
      ),
      hint: change('subscribers'),
    },
    {
      label: 'New followers',
      value: (
        <FigureLink label="New followers" href={{ pathname: routes.followers, query: { from, to } }}>
          {formatNumber(period.followers)}
        </FigureLink>
      ),
      hint: change('followers'),
    },
  ];
}

/** Today, and the last 28 days against the 28 before. Days are in the creator's zone, as in the earnings. */
export function HomeFigures({ figures: { today, last, before } }: { figures: Figures }) {
  const zone = useOwnZone();
  return (
    <Stack gap={24}>
      <Section title="Today" text={`${formatUtcDay(today.to)}, in ${zoneName(zone)}`}>
        <Stats items={buildItems(today)} />
      </Section>
      <Section
        title={`Last ${countDays(last.from, last.to)} days`}
        text={`${formatUtcDay(last.from)} to ${formatUtcDay(last.to)}`}
        actions={<ButtonLink href={routes.statistics}>Statistics</ButtonLink>}
      >
        <Stats items={buildItems(last, before)} />
      </Section>
    </Stack>
  );
}
