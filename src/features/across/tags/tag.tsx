import Hash from 'lucide-react/icons/hash';
import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { TagPage } from '#contract/across/search/tags.ts';
import { formatNumber } from '#lib/format.ts';
import { CreatorRow } from '#components/people/creators/creator-card.tsx';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getTag, listTagged } from '#services/across/search/tags.ts';
import { postsAPage } from '#services/content/posts/posts.ts';
import { useSeeded, useSeededList } from '#state/query/use-seeded.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Card } from '#ui/layout/card.tsx';
import { searchFor } from '#components/people/creators/search-address.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { TagData } from './tag-page.tsx';
import styles from './tag.module.css';

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

const TagSkeleton = ({ tag }: { tag: string }) => (
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

function Posts({ tag, list }: { tag: string; list: InfinitePages<Post> }) {
  const { items, waiting, hasMore, loading, error, more } = list;
  if (items.length === 0 && waiting) return <PostSkeleton count={2} />;
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

/** A tag: creators who use it, and posts that everyone can read. */
export function Tag({ page, first }: { page: TagPage; first?: TagData['first'] | undefined }) {
  const { tag, written } = page;
  const posts = useSeededList(listTagged, { params: { tag }, query: { limit: postsAPage } }, first);
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
      <Posts tag={written} list={toInfinitePages(posts)} />
    </Stack>
  );
}

/** The same where the server sent no data. */
export function LoadedTag({ tag }: { tag: string }) {
  const request = useSeeded(getTag, { params: { tag } }, undefined);
  return (
    <LoadedView request={request} skeleton={<TagSkeleton tag={tag} />}>
      {(page) => <Tag page={page} />}
    </LoadedView>
  );
}
