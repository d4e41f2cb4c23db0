import type { Feed } from '#contract/feeds';
import { Menu } from '#ui/menu';

/** What else can be done with a post. */
export const PostMenu = ({ feed }: { feed: Feed }) => (
  <Menu label="More about this post" items={async () => (await import('./menu-items.tsx')).postItems(feed)} />
);
