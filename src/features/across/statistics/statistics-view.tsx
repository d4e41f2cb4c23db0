import { useRouter } from 'next/router';
import { RangeChoice } from '#components/base/ranges/range-choice.tsx';
import { daysText, useTakenZone, useToday } from '#components/base/ranges/own-zone.ts';
import { formatUtcDay } from '#lib/utc-days.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { AudienceTab } from './audience.tsx';
import { ContentTab } from './content.tsx';
import { OverviewTab } from './overview.tsx';
import { type Place, parsePlace, tabs, toUrlQuery } from './place.ts';
import { SourcesTab } from './sources.tsx';

export interface TabProps {
  readonly place: Place;
  readonly onGo: (next: Place) => void;
}
const views = { overview: OverviewTab, content: ContentTab, audience: AudienceTab, sources: SourcesTab };

/** `/creator/statistics`: what was seen, what it brought, who stays, and where people come from. */
export function StatisticsView() {
  const router = useRouter();
  const zone = useTakenZone();
  const today = useToday(zone);
  const place = parsePlace(router.query, today);
  const go = (next: Place) =>
    void router.replace({ pathname: router.pathname, query: toUrlQuery(next) }, undefined, {
      shallow: true,
      scroll: false,
    });
  const { from, to } = place.days;
  const View = views[place.tab];
  return (
    <Stack gap={24}>
      <PageHead title="Statistics" unlisted />
      <PageHeader
        title="Statistics"
        text={`${from === to ? formatUtcDay(from) : `${formatUtcDay(from)} to ${formatUtcDay(to)}`}. ${daysText(zone)}`}
      />
      <Stack gap={12}>
        <RangeChoice
          range={place}
          today={today}
          onChoose={(period, days) => go({ ...place, period, days })}
        />
      </Stack>
      <Tabs
        label="Statistics"
        items={tabs}
        value={place.tab}
        onChange={(tab) => go({ ...place, tab, item: undefined })}
      >
        <View place={place} onGo={go} />
      </Tabs>
    </Stack>
  );
}
