import { useRouter } from 'next/router';
import { Suspense } from 'react';
import { MediaItemRowSkeleton } from '#components/content/media-items/media-row.tsx';
import { routes } from '#config/routes.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { BookmarkedPosts } from './bookmarked-posts.tsx';
import { BookmarkedMediaItems } from './bookmarked-media-items.tsx';
import { CollectionsRow } from './collections-row.tsx';

const tabs = [
  { key: 'posts', label: 'Posts' },
  { key: 'videos', label: 'Videos' },
  { key: 'galleries', label: 'Galleries' },
  { key: 'photos', label: 'Photos' },
  { key: 'products', label: 'Products' },
  { key: 'auctions', label: 'Auctions' },
] as const;
type Key = (typeof tabs)[number]['key'];

const CollectionView = lazyPart(async () => (await import('./collection-view.tsx')).CollectionView);

/** `/user/bookmarks`: all bookmarks, or those of a collection. The choice is kept in the URL. */
export function BookmarksView() {
  const { query } = useRouter();
  // Its code is loaded on use, which the server can't wait for.
  const collection = useHydrated() ? query['collection'] : undefined;
  if (typeof collection !== 'string' || collection === '') return <AllBookmarks />;
  return (
    <Suspense fallback={<MediaItemRowSkeleton label="Loading the collection" />}>
      <CollectionView key={collection} id={collection} />
    </Suspense>
  );
}

/** The collections, and bookmarked items by type. The type is kept in the URL. */
function AllBookmarks() {
  const { query, replace } = useRouter();
  const value: Key = tabs.find(({ key }) => key === query['kind'])?.key ?? 'posts';
  const choose = (key: Key) =>
    void replace(key === 'posts' ? routes.bookmarks : `${routes.bookmarks}?kind=${key}`, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <Stack gap={24}>
      <PageHead title="Bookmarks" unlisted />
      <PageHeader title="Bookmarks" text="What you saved for later. Only you can see it." />
      <CollectionsRow />
      <div>
        <Tabs label="Type" items={tabs} value={value} onChange={choose} sticky>
          <div style={{ paddingTop: 16 }}>
            {value === 'posts' ? <BookmarkedPosts /> : <BookmarkedMediaItems key={value} type={value} />}
          </div>
        </Tabs>
      </div>
    </Stack>
  );
}
