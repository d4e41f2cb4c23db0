import Radio from 'lucide-react/icons/radio';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Categories, CategoriesSkeleton } from './categories.tsx';
import { type LiveData, categoryOf } from './load-live.ts';
import { StreamSection } from './stream-section.tsx';

const LoadedCategories = lazyPart(async () => (await import('./loaded-categories.tsx')).LoadedCategories);

const NobodyLive = ({ category }: { category: string }) => (
  <EmptyState
    level={3}
    compact
    icon={<Radio size={28} />}
    title={category ? `No one is live in ${category}` : 'No one is live right now'}
    text="Follow creators to hear when they go live."
    action={<ButtonLink href={routes.search}>Find creators</ButtonLink>}
  />
);
const NothingScheduled = () => (
  <EmptyState
    level={3}
    compact
    title="Nothing scheduled"
    text="Streams that creators announce appear here. You can set a reminder."
  />
);

/** `/live`: who is live and what is scheduled. The category is kept in the URL. */
export function LiveView({ category: known, live, scheduled, categories }: Partial<LiveData>) {
  const category = categoryOf(useRouter().query);
  const params = useQueryParams();
  const choose = (next: string) => params.set({ category: next });
  const isFirst = known === category;
  return (
    <Stack gap={24}>
      <PageHead
        title="Live"
        description="Creators who are live now, and scheduled streams."
        canonical={routes.live}
      />
      <PageHeader title="Live" />
      {categories ? (
        <Categories categories={categories} value={category} onChange={choose} />
      ) : (
        <LazyClient skeleton={<CategoriesSkeleton />}>
          <LoadedCategories value={category} onChange={choose} />
        </LazyClient>
      )}
      <StreamSection
        kind="live"
        title="Live now"
        category={category}
        first={isFirst ? live : undefined}
        empty={<NobodyLive category={category} />}
      />
      <StreamSection
        kind="scheduled"
        title="Scheduled"
        category={category}
        first={isFirst ? scheduled : undefined}
        empty={<NothingScheduled />}
      />
    </Stack>
  );
}
