import type { Post } from '#contract/posts.ts';
import { Menu } from '#ui/overlays/menu.tsx';

export const PostMenu = ({ feed }: { feed: Post }) => (
  <Menu
    label="More options for this post"
    items={async () => (await import('../lists/item-menus.tsx')).postItems(feed)}
  />
);
