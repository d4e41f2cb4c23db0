import { routes } from '#config/routes.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ExploreSections } from './explore-sections.tsx';
import { ExploreSkeleton } from './explore-skeleton.tsx';
import type { ExploreData } from './load-explore.ts';

const LoadedExplore = lazyPart(async () => (await import('./loaded-explore.tsx')).LoadedExplore);

/** `/explore`: categories, and creators who are trending, live, new, free to join or like those one follows. */
export const ExploreView = ({ explore }: Partial<ExploreData>) => (
  <Stack gap={24}>
    <PageHead
      title="Explore"
      description="Categories, new posts and galleries, and creators: trending, new, free to join and live now."
      canonical={routes.explore}
    />
    <PageHeader
      title="Explore"
      actions={
        <ButtonLink href={routes.search} variant="secondary">
          Search
        </ButtonLink>
      }
    />
    {explore ? (
      <ExploreSections explore={explore} />
    ) : (
      <LazyClient skeleton={<ExploreSkeleton />}>
        <LoadedExplore />
      </LazyClient>
    )}
  </Stack>
);
