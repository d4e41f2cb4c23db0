import BookMarked from 'lucide-react/icons/book-marked';
import Bookmark from 'lucide-react/icons/bookmark';
import Gavel from 'lucide-react/icons/gavel';
import Gift from 'lucide-react/icons/gift';
import Heart from 'lucide-react/icons/heart';
import ListIcon from 'lucide-react/icons/list';
import Package from 'lucide-react/icons/package';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Star from 'lucide-react/icons/star';
import Webcam from 'lucide-react/icons/webcam';
import { routes } from '#config/routes.ts';
import { type Draft, type SectionLink, browsing, present } from './tabs.ts';

/** What a fan follows, owns and has in progress. */
export const saved: readonly Draft[] = [
  { label: 'Following', route: 'following', icon: Heart },
  { label: 'Lists', route: 'lists', icon: ListIcon },
  { label: 'Subscriptions', route: 'subscriptions', icon: Star },
  { label: 'Library', route: 'library', icon: BookMarked },
  { label: 'Bookmarks', route: 'bookmarks', icon: Bookmark },
  { label: 'Purchases', route: 'orders', icon: Package },
  { label: 'Bids', route: 'bids', icon: Gavel },
  { label: 'Private streams', route: 'privateStreams', icon: Webcam },
  { label: 'Invite friends', route: 'referrals', icon: Gift },
];

/** What creators sell, which is searched like everything else. */
const shop: SectionLink = { label: 'Shop', href: `${routes.search}?kind=products`, icon: ShoppingBag };

/** A fan's sections, which a creator's menu has too. */
export const fanSections = (): SectionLink[] => {
  const [all, auctions] = [present([...browsing, ...saved]), routes.auctions];
  return all.flatMap((link) => (link.href === auctions ? [link, shop] : [link]));
};
