import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { BookmarkedPosts } from './bookmarked-posts.tsx';
import { BookmarkedMediaItems } from './bookmarked-media-items.tsx';

const tabs = [
  { key: 'posts', label: 'Posts' },
  { key: 'videos', label: 'Videos' },
  { key: 'galleries', label: 'Galleries' },
  { key: 'photos', label: 'Photos' },
  { key: 'products', label: 'Products' },
  { key: 'auctions', label: 'Auctions' },
] as const;
type Key = (typeof tabs)[number]['key'];

/** `/user/bookmarks`: bookmarked items by type. The type is kept in the URL. */
export function BookmarksView() {
  const { query, replace } = useRouter();
  const hydrated = useHydrated();
  const value: Key = (hydrated && tabs.find(({ key }) => key === query['kind'])?.key) || 'posts';
  const choose = (key: Key) =>
    void replace(key === 'posts' ? routes.bookmarks : `${routes.bookmarks}?kind=${key}`, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <Stack gap={24}>
      <PageHead title="Bookmarks" unlisted />
      <PageHeader title="Bookmarks" text="What you saved for later. Only you can see it." />
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
