import Radio from 'lucide-react/icons/radio';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';
import { listCategories } from '#services/people/creators.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';
import { Categories, type Category, FetchedCategories } from './categories.tsx';
import { StreamSection, listQuery } from './stream-section.tsx';

interface LiveData {
  /** The category that the lists were loaded for. */
  readonly category: string;
  readonly live: ReplyOf<'GET /streaming/user/search'>;
  readonly scheduled: ReplyOf<'GET /streaming/user/search'>;
  readonly categories: readonly Category[];
}

type Address = Readonly<Record<string, string | string[] | undefined>>;
const parseCategory = ({ category }: Address): string =>
  typeof category === 'string' ? category.trim().slice(0, 40).toLowerCase() : '';

export async function loadLive({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<LiveData> {
  const category = parseCategory(query);
  const [live, scheduled, categories] = await Promise.all([
    searchStreams(api, { query: listQuery('live', category) }),
    searchStreams(api, { query: listQuery('scheduled', category) }),
    listCategories(api),
  ]);
  return { category, live, scheduled, categories: categories.data };
}

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
export function LivePage({ category: known, live, scheduled, categories }: Partial<LiveData>) {
  const category = parseCategory(useRouter().query);
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
        <FetchedCategories value={category} onChange={choose} />
      )}
      <StreamSection
        kind="live"
        title="Live now"
        category={category}
        sent={isFirst ? live : undefined}
        empty={<NobodyLive category={category} />}
      />
      <StreamSection
        kind="scheduled"
        title="Scheduled"
        category={category}
        sent={isFirst ? scheduled : undefined}
        empty={<NothingScheduled />}
      />
    </Stack>
  );
}
