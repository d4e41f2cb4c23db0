import BadgePercent from 'lucide-react/icons/badge-percent';
import Banknote from 'lucide-react/icons/banknote';
import ChartColumn from 'lucide-react/icons/chart-column';
import Binoculars from 'lucide-react/icons/binoculars';
import FilePenLine from 'lucide-react/icons/file-pen-line';
import Gauge from 'lucide-react/icons/gauge';
import Gavel from 'lucide-react/icons/gavel';
import Gift from 'lucide-react/icons/gift';
import Handshake from 'lucide-react/icons/handshake';
import Image from 'lucide-react/icons/image';
import Images from 'lucide-react/icons/images';
import Landmark from 'lucide-react/icons/landmark';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import MessageSquareWarning from 'lucide-react/icons/message-square-warning';
import Radio from 'lucide-react/icons/radio';
import Send from 'lucide-react/icons/send';
import Settings from 'lucide-react/icons/settings';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Truck from 'lucide-react/icons/truck';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import UsersRound from 'lucide-react/icons/users-round';
import Video from 'lucide-react/icons/video';
import Webcam from 'lucide-react/icons/webcam';
import type { CreatorCounts } from '#services/money/earnings.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import type { Unread } from '../access/session.ts';
import { toMenuItem } from './create-items.tsx';
import { fanSections } from './sections.ts';
import { type SectionLink, browsing, present } from './tabs.ts';

export type Waiting = Omit<CreatorCounts, 'available'>;
export interface StudioLink extends SectionLink {
  /** Shows how many wait there. */
  readonly waits?: keyof Waiting;
}
export interface StudioGroup {
  readonly title: string;
  readonly icon: SectionLink['icon'];
  readonly links: readonly StudioLink[];
}
type StudioDraft = Omit<StudioLink, 'href'> & { readonly route: string };

const studio: readonly (Omit<StudioGroup, 'links'> & { readonly links: readonly StudioDraft[] })[] = [
  {
    title: 'Content',
    icon: LayoutGrid,
    links: [
      { label: 'Posts', route: 'creatorPosts', icon: FilePenLine },
      { label: 'Videos', route: 'creatorVideos', icon: Video },
      { label: 'Photos', route: 'creatorPhotos', icon: Image },
      { label: 'Galleries', route: 'creatorGalleries', icon: Images },
      { label: 'Live streams', route: 'creatorLive', icon: Radio },
      { label: 'Requests', route: 'coCreations', icon: Handshake, waits: 'coCreations' },
    ],
  },
  {
    title: 'Shop',
    icon: ShoppingBag,
    links: [
      { label: 'Orders', route: 'creatorOrders', icon: Truck, waits: 'orders' },
      { label: 'Products', route: 'creatorProducts', icon: ShoppingBag },
      { label: 'Auctions', route: 'creatorAuctions', icon: Gavel },
    ],
  },
  {
    title: 'Audience',
    icon: UsersRound,
    links: [
      { label: 'Statistics', route: 'statistics', icon: ChartColumn },
      { label: 'Subscribers', route: 'subscribers', icon: UsersRound },
      { label: 'Followers', route: 'followers', icon: UserRoundPlus },
      { label: 'Comments', route: 'creatorComments', icon: MessageSquareWarning, waits: 'comments' },
      { label: 'Mass messages', route: 'broadcast', icon: Send },
      { label: 'Private streams', route: 'creatorPrivateStreams', icon: Webcam, waits: 'privateStreams' },
    ],
  },
  {
    title: 'Money',
    icon: Banknote,
    links: [
      { label: 'Earnings', route: 'earnings', icon: Banknote },
      { label: 'Payouts', route: 'creatorPayouts', icon: Landmark },
      { label: 'Offers', route: 'promotions', icon: BadgePercent },
      { label: 'Referrals', route: 'creatorReferrals', icon: Gift },
    ],
  },
];

/** Always visible, above the groups. */
export const creatorTop = (): StudioLink[] => [
  ...present([{ label: 'Creator home', route: 'creatorHome', icon: Gauge }]),
  ...present(browsing).flatMap((link): StudioLink[] =>
    link.counts === 'messages'
      ? [{ ...link, waits: 'messageRequests' }]
      : link.counts === 'notifications'
        ? [link]
        : [],
  ),
];

/** As many links of a fan as fit into an open group; the rest are in the account's menu. */
const browsed = 6;
const asFan = (): SectionLink[] => fanSections().filter((link) => !link.counts);

/** The groups of a creator's menu. One is open at a time, so that with those around them no more than ten links show. */
export const creatorGroups = (): StudioGroup[] => [
  ...studio.map(({ links, ...group }) => ({ ...group, links: present(links) })),
  { title: 'Browse', icon: Binoculars, links: asFan().slice(0, browsed) },
];

/** Always visible, below the groups. */
export const creatorEnd = (): StudioLink[] =>
  present([{ label: 'Settings', route: 'creatorAccount', icon: Settings }]);

/** How many wait behind a link. */
export function waitingAt(
  { counts, waits }: Pick<StudioLink, 'counts' | 'waits'>,
  unread: Unread,
  waiting: Waiting | undefined,
): number {
  return (counts ? unread[counts] : 0) + (waits ? (waiting?.[waits] ?? 0) : 0);
}

/** A fan's pages that don't fit into the groups. */
export const fanItems = (): MenuItem[] =>
  asFan()
    .slice(browsed)
    .map((link, index) => ({ ...toMenuItem(link), ...(index === 0 ? { heading: 'As a fan' } : {}) }));

export interface GroupItemsOptions {
  /** Pages that the phone's tabs lead to. */
  readonly without: ReadonlySet<string>;
  readonly unread: Unread;
  readonly waiting: Waiting | undefined;
}
/** All groups under their headings, for a phone's menu. */
export function groupItems({ without, unread, waiting }: GroupItemsOptions): MenuItem[] {
  const shown = (links: readonly StudioLink[]) =>
    links
      .filter(({ href }) => !without.has(href))
      .map((link) => ({ ...toMenuItem(link), count: waitingAt(link, unread, waiting) }));
  return [
    ...shown(creatorTop()),
    ...creatorGroups().flatMap(({ title, links }) =>
      shown(links).map((item, index) => (index === 0 ? { ...item, heading: title } : item)),
    ),
    ...fanItems(),
    ...shown(creatorEnd()).map((item) => ({ ...item, divided: true })),
  ];
}
