import BadgePercent from 'lucide-react/icons/badge-percent';
import Banknote from 'lucide-react/icons/banknote';
import BookMarked from 'lucide-react/icons/book-marked';
import Bookmark from 'lucide-react/icons/bookmark';
import Gauge from 'lucide-react/icons/gauge';
import Gavel from 'lucide-react/icons/gavel';
import Gift from 'lucide-react/icons/gift';
import Handshake from 'lucide-react/icons/handshake';
import Heart from 'lucide-react/icons/heart';
import Image from 'lucide-react/icons/image';
import Images from 'lucide-react/icons/images';
import Landmark from 'lucide-react/icons/landmark';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import MessageSquareWarning from 'lucide-react/icons/message-square-warning';
import Package from 'lucide-react/icons/package';
import Send from 'lucide-react/icons/send';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Star from 'lucide-react/icons/star';
import Truck from 'lucide-react/icons/truck';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import Video from 'lucide-react/icons/video';
import Webcam from 'lucide-react/icons/webcam';
import { type Draft, type FrameUser, type SectionLink, browsing, making, present } from './tabs.ts';

export interface SectionGroup {
  readonly title?: string;
  readonly links: readonly SectionLink[];
}
/** What a fan follows, owns and has in progress. */
const kept: readonly Draft[] = [
  { label: 'Following', route: 'following', icon: Heart },
  { label: 'Subscriptions', route: 'subscriptions', icon: Star },
  { label: 'Library', route: 'library', icon: BookMarked },
  { label: 'Bookmarks', route: 'bookmarks', icon: Bookmark },
  { label: 'Purchases', route: 'orders', icon: Package },
  { label: 'Bids', route: 'bids', icon: Gavel },
  { label: 'Private streams', route: 'privateStreams', icon: Webcam },
  { label: 'Invite friends', route: 'referrals', icon: Gift },
];
const creatorHome: Draft = { label: 'Creator home', route: 'creatorHome', icon: Gauge };
const studio: readonly Draft[] = [
  { label: 'Posts', route: 'creatorPosts', icon: LayoutGrid },
  { label: 'Videos', route: 'creatorVideos', icon: Video },
  { label: 'Photos', route: 'creatorPhotos', icon: Image },
  { label: 'Galleries', route: 'creatorGalleries', icon: Images },
  { label: 'Requests', route: 'coCreations', icon: Handshake },
  { label: 'Comments', route: 'creatorComments', icon: MessageSquareWarning },
  { label: 'Products', route: 'creatorProducts', icon: ShoppingBag },
  { label: 'Auctions', route: 'creatorAuctions', icon: Gavel },
  { label: 'Orders', route: 'creatorOrders', icon: Truck },
  { label: 'Earnings', route: 'earnings', icon: Banknote },
  { label: 'Payouts', route: 'creatorPayouts', icon: Landmark },
  { label: 'Subscribers', route: 'subscribers', icon: UsersRound },
  { label: 'Mass messages', route: 'broadcast', icon: Send },
  { label: 'Private streams', route: 'creatorPrivateStreams', icon: Webcam },
  { label: 'Offers', route: 'promotions', icon: BadgePercent },
  { label: 'Referrals', route: 'creatorReferrals', icon: Gift },
  { label: 'Profile and prices', route: 'creatorAccount', icon: UserRound },
];

/** The groups of the left rail. Creators see their own pages and the studio before what they have as fans. */
export const railGroups = (user: FrameUser): SectionGroup[] =>
  user.isPerformer
    ? [
        { links: present([creatorHome, ...making]) },
        { links: present(browsing) },
        { title: 'Studio', links: present(studio) },
        { title: 'You', links: present(kept) },
      ]
    : [{ links: present([...browsing, ...kept]) }];
