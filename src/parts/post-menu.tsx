import Link2 from 'lucide-react/icons/link-2';
import Maximize2 from 'lucide-react/icons/maximize-2';
import Pencil from 'lucide-react/icons/pencil';
import User from 'lucide-react/icons/user';
import { routes } from '#config/routes';
import type { Feed } from '#contract/feeds';
import { Menu, type MenuItem } from '#ui/menu';
import { profileOf } from './person.tsx';
import { copyLink } from './share.tsx';

/** What else can be done with a post. */
export function PostMenu({ feed }: { feed: Feed }) {
  const path = routes.feed(feed._id);
  const items: MenuItem[] = [
    { label: 'Open post', icon: <Maximize2 />, href: path },
    { label: 'Copy link', icon: <Link2 />, onSelect: () => void copyLink(path) },
  ];
  if (feed.access.reason === 'owner') items.push({ label: 'Edit post', icon: <Pencil />, href: routes.editFeed(feed._id), divided: true });
  else items.push({ label: `Go to ${feed.performer.name}`, icon: <User />, href: profileOf(feed.performer), divided: true });
  return <Menu label="More about this post" items={items} />;
}
