import Settings from 'lucide-react/icons/settings';
import UserRound from 'lucide-react/icons/user-round';
import { routes } from '#config/routes.ts';
import { getCreatorCounts } from '#services/money/earnings.ts';
import { knownAnswer } from '#state/query/ask.ts';
import type { RootState } from '#state/root-reducer.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import type { Unread } from '../access/session.ts';
import { fanItems, groupItems } from './creator-sections.tsx';
import { type ProfileMenuOptions, lastItems, tabPages } from './profile-menu-items.tsx';

interface CreatorMenuOptions extends ProfileMenuOptions {
  readonly unread: Unread;
  readonly state: RootState;
}

/** The items of a creator's menu: on a phone all groups, otherwise what the rail has no room for. */
export function creatorMenuItems({
  user,
  withSections,
  unread,
  state,
  ...rest
}: CreatorMenuOptions): MenuItem[] {
  const profile = {
    label: 'View profile',
    href: routes.profile(user.username || user._id),
    icon: <UserRound />,
  };
  if (withSections) {
    const waiting = knownAnswer({ getState: () => state }, getCreatorCounts, {});
    return [...groupItems({ without: tabPages(user), unread, waiting }), profile, ...lastItems(rest)];
  }
  return [
    profile,
    { label: 'Settings', href: routes.creatorAccount, icon: <Settings /> },
    ...fanItems(),
    ...lastItems(rest).map((item, index) => (index === 0 ? { ...item, divided: true } : item)),
  ];
}
