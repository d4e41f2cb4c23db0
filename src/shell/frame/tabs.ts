import Bell from 'lucide-react/icons/bell';
import Compass from 'lucide-react/icons/compass';
import Gauge from 'lucide-react/icons/gauge';
import Gavel from 'lucide-react/icons/gavel';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Radio from 'lucide-react/icons/radio';
import Search from 'lucide-react/icons/search';
import UserRound from 'lucide-react/icons/user-round';
import Wallet from 'lucide-react/icons/wallet';
import type { ComponentType } from 'react';
import { routes } from '#config/routes.ts';

export interface SectionLink {
  readonly label: string;
  readonly href: string;
  readonly icon: ComponentType<{ size?: number | string }>;
  /** Shows the number of unread ones. */
  readonly counts?: 'messages' | 'notifications';
}
/** The account that the frame is rendered for. */
export interface FrameUser {
  readonly _id: string;
  readonly isPerformer: boolean;
  readonly username?: string | null;
}

export type Draft = Omit<SectionLink, 'href'> & { readonly route: string };

/** Drops sections whose page isn't in the list of routes, so that no link is broken. */
export const present = <Of extends Draft>(drafts: readonly Of[]): (Omit<Of, 'route'> & { href: string })[] =>
  drafts.flatMap(({ route, ...link }) => {
    const href = (routes as Readonly<Record<string, unknown>>)[route];
    return typeof href === 'string' ? [{ ...link, href }] : [];
  });

export const browsing: readonly Draft[] = [
  { label: 'Home', route: 'home', icon: House },
  { label: 'Explore', route: 'explore', icon: Compass },
  { label: 'Search', route: 'search', icon: Search },
  { label: 'Live', route: 'live', icon: Radio },
  { label: 'Auctions', route: 'auctions', icon: Gavel },
  { label: 'Notifications', route: 'notifications', icon: Bell, counts: 'notifications' },
  { label: 'Messages', route: 'messages', icon: MessageCircle, counts: 'messages' },
  { label: 'Wallet', route: 'wallet', icon: Wallet },
];
const pick = (links: readonly SectionLink[], labels: readonly string[]) =>
  labels.flatMap((label) => links.filter((link) => link.label === label));

/**
 * The tabs at the bottom on phones. The wallet is above, beside the bell, and searching begins where one explores. A
 * creator's have the "Create" button in the middle. */
export function phoneTabs(user: FrameUser): SectionLink[] {
  const all = present(browsing);
  if (!user.isPerformer)
    return [
      ...pick(all, ['Home', 'Explore', 'Live', 'Messages']),
      { label: 'Account', href: routes.userAccount, icon: UserRound },
    ];
  const own: SectionLink = {
    label: 'Profile',
    href: routes.profile(user.username || user._id),
    icon: UserRound,
  };
  const studio: SectionLink = { label: 'Studio', href: routes.creatorHome, icon: Gauge };
  return [...pick(all, ['Home']), studio, ...pick(all, ['Messages']), own];
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
