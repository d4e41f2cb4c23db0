import { routes } from '#config/routes.ts';
import type { Explore as ExploreReply } from '#contract/across/search/explore.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getExplore } from '#services/across/search/explore.ts';
import type { Api } from '#services/http/api.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Explore } from './explore.tsx';
import { ExploreSkeleton } from './explore-skeleton.tsx';

interface ExploreData {
  readonly explore: ExploreReply;
}

/** Loads what the page is rendered with. */
export const loadExplore = async ({ api }: { api: Api }): Promise<ExploreData> => ({
  explore: await getExplore(api),
});

/** `/explore`: categories, and creators who are trending, live, new, free to join or like those one follows. */
export function ExplorePage({ explore }: Partial<ExploreData>) {
  // What the server sent stays as it is: other creators would move those that one is looking at.
  const request = useSeeded(getExplore, explore ? null : {}, explore);
  return (
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
      <LoadedView request={request} skeleton={<ExploreSkeleton />} level={2}>
        {(known) => <Explore explore={known} />}
      </LoadedView>
    </Stack>
  );
}
