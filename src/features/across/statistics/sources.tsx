import X from 'lucide-react/icons/x';
import { formatNumber } from '#lib/format.ts';
import { changeText, countDays } from '#lib/utc-days.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { listViewSources, type ViewSources } from '#services/across/statistics.ts';
import { useRead } from '#state/query/hooks.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { TableSkeleton } from '#ui/layout/paged-rows.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import type { TabProps } from './statistics-view.tsx';

type Row = ViewSources[number];

const labels: Readonly<Record<Row['source'], string>> = {
  search: 'Search',
  home: 'Home feed',
  profile: 'Your profile',
  explore: 'Explore and lists',
  tag: 'Tags',
  direct: 'Opened directly',
  link: 'Links',
  other: 'Other pages of this site',
};
const formatSource = ({ source, ref }: Row): string => (ref ? `Link: ${ref}` : labels[source]);

const buildColumns = (rows: readonly Row[], days: number): readonly Column<Row>[] => {
  const all = rows.reduce((sum, { views }) => sum + views, 0);
  return [
    { key: 'source', title: 'Source', main: true, cell: formatSource },
    { key: 'views', title: 'Views', end: true, cell: ({ views }) => formatNumber(views) },
    {
      key: 'share',
      title: 'Share',
      end: true,
      cell: ({ views }) => (all === 0 ? '–' : `${Math.round((views / all) * 100)}%`),
    },
    {
      key: 'change',
      title: 'Change',
      end: true,
      cell: ({ views, previous }) => changeText(views, previous, days) ?? '–',
    },
  ];
};

/** Where viewers came from, of everything or of one item. */
export function SourcesTab({ place, onGo }: TabProps) {
  const { days, item } = place;
  const request = useRead(listViewSources, {
    query: { ...days, ...(item !== undefined && { itemId: item }) },
  });
  const rows = request.currentData ?? [];
  return (
    <Section
      title={item === undefined ? 'Traffic sources' : 'Traffic sources for one item'}
      text="Add ?ref= and a word to a link to your page, such as ?ref=newsletter, and its views are listed by that word."
      actions={
        <CsvButton
          filename={`sources-${days.from}-${days.to}`}
          heads={['Source', 'Ref', 'Views', 'Views before']}
          rows={async () =>
            rows.map(({ source, ref, views, previous }) => [labels[source], ref, views, previous])
          }
        />
      }
    >
      {item === undefined ? null : (
        <ChipRow label="Filters">
          <ChipButton
            pressed
            aria-label="Remove filter: one item"
            onClick={() => onGo({ ...place, item: undefined })}
          >
            One item <X size={14} aria-hidden="true" />
          </ChipButton>
        </ChipRow>
      )}
      <LoadedView request={request} skeleton={<TableSkeleton caption="Sources" />} level={3}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState compact level={3} title="No views" text="Try a longer period." />
          ) : (
            <Table
              caption="Sources"
              columns={buildColumns(found, countDays(days.from, days.to))}
              rows={found}
              getKey={({ source, ref }) => `${source} ${ref ?? ''}`}
            />
          )
        }
      </LoadedView>
    </Section>
  );
}
