import Banknote from 'lucide-react/icons/banknote';
import Bell from 'lucide-react/icons/bell';
import BookMarked from 'lucide-react/icons/book-marked';
import BadgePercent from 'lucide-react/icons/badge-percent';
import Bookmark from 'lucide-react/icons/bookmark';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Compass from 'lucide-react/icons/compass';
import Gavel from 'lucide-react/icons/gavel';
import Gift from 'lucide-react/icons/gift';
import Handshake from 'lucide-react/icons/handshake';
import Heart from 'lucide-react/icons/heart';
import House from 'lucide-react/icons/house';
import Image from 'lucide-react/icons/image';
import Images from 'lucide-react/icons/images';
import Landmark from 'lucide-react/icons/landmark';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import MessageCircle from 'lucide-react/icons/message-circle';
import Package from 'lucide-react/icons/package';
import Radio from 'lucide-react/icons/radio';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Star from 'lucide-react/icons/star';
import Truck from 'lucide-react/icons/truck';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import Video from 'lucide-react/icons/video';
import Wallet from 'lucide-react/icons/wallet';
import type { ComponentType } from 'react';
import { routes } from '#config/routes.ts';

export interface SectionLink {
  readonly label: string;
  readonly href: string;
  readonly icon: ComponentType<{ size?: number | string }>;
  /** Shows the number of unread ones. */
  readonly counts?: 'messages' | 'notifications';
  /** Highlighted: the main action for creators. */
  readonly strong?: boolean;
}
export interface SectionGroup {
  readonly title?: string;
  readonly links: readonly SectionLink[];
}
/** The account that the frame is rendered for. */
export interface FrameUser {
  readonly _id: string;
  readonly isPerformer: boolean;
  readonly username?: string | null;
}

type Draft = Omit<SectionLink, 'href'> & { readonly route: string };

/** Drops sections whose page isn't in the list of routes, so that no link is broken. */
const present = (drafts: readonly Draft[]): SectionLink[] =>
  drafts.flatMap(({ route, ...link }) => {
    const href = (routes as Readonly<Record<string, unknown>>)[route];
    return typeof href === 'string' ? [{ ...link, href }] : [];
  });

const browsing: readonly Draft[] = [
  { label: 'Home', route: 'home', icon: House },
  { label: 'Explore', route: 'search', icon: Compass },
  { label: 'Live', route: 'live', icon: Radio },
  { label: 'Notifications', route: 'notifications', icon: Bell, counts: 'notifications' },
  { label: 'Messages', route: 'messages', icon: MessageCircle, counts: 'messages' },
  { label: 'Wallet', route: 'wallet', icon: Wallet },
];
/** What a fan follows, owns and has in progress. */
const kept: readonly Draft[] = [
  { label: 'Following', route: 'following', icon: Heart },
  { label: 'Subscriptions', route: 'subscriptions', icon: Star },
  { label: 'Library', route: 'library', icon: BookMarked },
  { label: 'Bookmarks', route: 'bookmarks', icon: Bookmark },
  { label: 'Purchases', route: 'orders', icon: Package },
  { label: 'Bids', route: 'bids', icon: Gavel },
  { label: 'Invite friends', route: 'referrals', icon: Gift },
];
const making: readonly Draft[] = [
  { label: 'New post', route: 'newPost', icon: CirclePlus, strong: true },
  { label: 'Go live', route: 'creatorLive', icon: Radio },
];
const studio: readonly Draft[] = [
  { label: 'Posts', route: 'creatorPosts', icon: LayoutGrid },
  { label: 'Videos', route: 'creatorVideos', icon: Video },
  { label: 'Photos', route: 'creatorPhotos', icon: Image },
  { label: 'Galleries', route: 'creatorGalleries', icon: Images },
  { label: 'Requests', route: 'coCreations', icon: Handshake },
  { label: 'Products', route: 'creatorProducts', icon: ShoppingBag },
  { label: 'Auctions', route: 'creatorAuctions', icon: Gavel },
  { label: 'Orders', route: 'creatorOrders', icon: Truck },
  { label: 'Earnings', route: 'earnings', icon: Banknote },
  { label: 'Payouts', route: 'creatorPayouts', icon: Landmark },
  { label: 'Subscribers', route: 'subscribers', icon: UsersRound },
  { label: 'Offers', route: 'promotions', icon: BadgePercent },
  { label: 'Referrals', route: 'creatorReferrals', icon: Gift },
  { label: 'Profile and prices', route: 'creatorAccount', icon: UserRound },
];

/** The groups of the left rail. Creators see their own pages and the studio before what they have as fans. */
export const railGroups = (user: FrameUser): SectionGroup[] =>
  user.isPerformer
    ? [
        { links: present(making) },
        { links: present(browsing) },
        { title: 'Studio', links: present(studio) },
        { title: 'You', links: present(kept) },
      ]
    : [{ links: present([...browsing, ...kept]) }];

const pick = (links: readonly SectionLink[], labels: readonly string[]) =>
  labels.flatMap((label) => links.filter((link) => link.label === label));

/** The five tabs at the bottom on phones. */
export function phoneTabs(user: FrameUser): SectionLink[] {
  const all = [...present(browsing), ...present(making)];
  if (!user.isPerformer)
    return [
      ...pick(all, ['Home', 'Explore', 'Messages', 'Wallet']),
      { label: 'Account', href: routes.userAccount, icon: UserRound },
    ];
  const own: SectionLink = {
    label: 'Profile',
    href: routes.profile(user.username || user._id),
    icon: UserRound,
  };
  return [...pick(all, ['Home', 'Explore', 'New post', 'Messages']), own];
}

/** Whether a path belongs to a section. Subpages belong to the section with the longest matching path. */
export function isCurrent(href: string, path: string, all: readonly SectionLink[]): boolean {
  const here = path.split(/[?#]/)[0] ?? '';
  const within = (section: string) => here === section || here.startsWith(`${section}/`);
  const nearest = all
    .map((link) => link.href)
    .filter(within)
    .sort((a, b) => b.length - a.length)[0];
  return nearest === href;
}
