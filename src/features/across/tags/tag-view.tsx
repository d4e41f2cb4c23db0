import { tagOf } from '#lib/markup/tags-and-mentions.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { TagData } from './load-tag.ts';
import { TagContent, TagSkeleton } from './tag-content.tsx';

const LoadedTag = lazyPart(async () => (await import('./loaded-tag.tsx')).LoadedTag);

/** `/tags/[tag]`. */
export function TagView({ page, first }: Partial<TagData>) {
  const written = useRouteParam('tag');
  if (written === '') return page ? <TagContent page={page} first={first} /> : <PostSkeleton count={2} />;
  const tag = tagOf(written);
  if (tag === null)
    return <NotFound title="Tag not found" text="A tag is one word of letters, digits and underscores." />;
  if (page?.tag === tag) return <TagContent key={tag} page={page} first={first} />;
  return (
    <LazyClient skeleton={<TagSkeleton tag={tag} />}>
      <LoadedTag key={tag} tag={tag} />
    </LazyClient>
  );
}
