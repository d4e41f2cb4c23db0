import Hash from 'lucide-react/icons/hash';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { TagPage } from '#contract/across/search/tags.ts';
import { formatNumber } from '#lib/format.ts';
import { CreatorRow } from '#components/people/creators/creator-card.tsx';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useLive } from '#state/query/use-live.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { searchFor } from '#components/people/creators/search-address.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { TagData } from './load-tag.ts';
import styles from './tag.module.css';

const LiveTagged = lazyPart(async () => (await import('./live-tagged.ts')).LiveTagged);

const countText = ({ posts, isCounted }: TagPage): string =>
  posts === 1 ? '1 public post' : `${formatNumber(posts)}${isCounted ? '' : '+'} public posts`;

/** The title, with a way to everything that has the word. */
const Title = ({ tag, text }: { tag: string; text: string }) => (
  <PageHeader
    title={<bdi className={styles.title}>#{tag}</bdi>}
    text={text}
    actions={<ButtonLink href={searchFor(tag)}>Search “{tag}”</ButtonLink>}
  />
);

export const TagSkeleton = ({ tag }: { tag: string }) => (
  <Stack gap={24}>
    <PageHead title={`#${tag}`} unlisted />
    <Title tag={tag} text="…" />
    <PostSkeleton count={2} />
  </Stack>
);

const Creators = ({ performers }: Pick<TagPage, 'performers'>) =>
  performers.length > 0 ? (
    <Card padding="tight">
      <Section title="Creators who use it">
        <ul className={styles.creators}>
          {performers.map((creator) => (
            <li key={creator._id}>
              <CreatorRow creator={creator} />
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  ) : null;

type List = Pick<InfinitePages<Post>, 'items' | 'hasMore' | 'loading' | 'error' | 'more'>;

function Posts({ tag, list }: { tag: string; list: List | null }) {
  if (!list) return <PostSkeleton count={2} />;
  const { items, hasMore, loading, error, more } = list;
  if (items.length === 0 && error) return <ErrorState level={2} text={error} onRetry={more} />;
  if (items.length === 0)
    return (
      <EmptyState
        level={2}
        icon={<Hash size={28} />}
        title={`No public posts with #${tag} yet`}
        text="No one has used this tag publicly yet."
        action={<ButtonLink href={searchFor(tag)}>Search “{tag}”</ButtonLink>}
      />
    );
  return (
    <PostList
      posts={items}
      hasMore={hasMore}
      loading={loading}
      error={error}
      onMore={more}
      label={`Posts with #${tag}`}
    />
  );
}

const listOf = (first: TagData['first'], more: () => void, loading: boolean): List => ({
  items: first.data,
  hasMore: Boolean(first.nextCursor),
  loading,
  error: null,
  more,
});

/** A tag: creators who use it, and posts that everyone can read. */
export function TagContent({ page, first }: { page: TagPage; first?: TagData['first'] | undefined }) {
  const { tag, written } = page;
  const [live, begin] = useLive(first === undefined);
  const [known, setKnown] = useState<List | null>(null);
  return (
    <Stack gap={24}>
      <PageHead
        title={`#${written}`}
        description={`Posts with #${written} and the creators who use it.`}
        canonical={routes.tag(tag)}
        unlisted={page.posts === 0}
      />
      <Title tag={written} text={countText(page)} />
      <Creators performers={page.performers} />
      <Posts tag={written} list={known ?? (first ? listOf(first, begin, live) : null)} />
      {live ? (
        <LazyClient skeleton={null}>
          <LiveTagged tag={tag} onList={setKnown} />
        </LazyClient>
      ) : null}
    </Stack>
  );
}
