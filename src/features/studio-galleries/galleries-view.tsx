import dynamic from 'next/dynamic';
import { routes } from '#config/routes';
import { SearchBox } from '#parts/search-box';
import { pictureStates } from '#parts/work-states';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { Select } from '#ui/text-input';
import styles from './studio-galleries.module.css';
import { TableBones } from './table-bones.tsx';
import { useFilters } from './use-filters.tsx';

// The table is antd's; it comes with this page only.
const GalleriesTable = dynamic(
  () => import('./galleries-table.tsx').then((module) => module.GalleriesTable),
  { ssr: false, loading: () => <TableBones label="Loading galleries" /> },
);

/** `/creator/galleries`: every own gallery, with its state and what it brought. Filters stay in the address. */
export function GalleriesView() {
  const { now, q, filter } = useFilters(routes.creatorGalleries);
  const state = pictureStates.of(now['state']);
  return (
    <Stack gap={24}>
      <PageHead title="Galleries" unlisted />
      <PageHeader
        title="Galleries"
        actions={
          <ButtonLink href={routes.newGallery} variant="primary">
            New gallery
          </ButtonLink>
        }
      />
      <div className={styles.filters}>
        <SearchBox
          label="Search your galleries"
          placeholder="Search your galleries"
          value={q}
          onChange={(next) => filter({ q: next })}
        />
        <Select
          label="State"
          hideLabel
          placeholder="Any state"
          options={pictureStates.options}
          value={state ?? ''}
          onChange={(event) => filter({ state: event.target.value })}
        />
      </div>
      <GalleriesTable state={state} q={q} />
    </Stack>
  );
}
