import { routes } from '#config/routes.ts';
import { SearchBox } from '#components/lists/search-box.tsx';
import { pictureStates } from '#components/media-items/media-states.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { GalleriesTable } from './galleries-table.tsx';
import styles from './studio-galleries.module.css';
import { useFilters } from './use-filters.ts';

/** `/creator/galleries`: the creator's galleries with state and revenue. The filters are kept in the URL. */
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
          label="Status"
          hideLabel
          placeholder="Any status"
          options={pictureStates.options}
          value={state ?? ''}
          onChange={(event) => filter({ state: event.target.value })}
        />
      </div>
      <GalleriesTable state={state} q={q} />
    </Stack>
  );
}
