import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import Settings from 'lucide-react/icons/settings';
import Sun from 'lucide-react/icons/sun';
import UserRound from 'lucide-react/icons/user-round';
import { routes } from '#config/routes.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { railGroups } from './sections.ts';
import { type FrameUser, phoneTabs } from './tabs.ts';
import type { useOtherTheme } from './theme-switch.tsx';

/** The sections that aren't among a phone's tabs, shown in the menu instead. */
function offTabs(user: FrameUser): MenuItem[] {
  const tabs = new Set(phoneTabs(user).map((tab) => tab.href));
  const links = railGroups(user).flatMap((group) => group.links);
  return links
    .filter((link) => !tabs.has(link.href))
    .map(({ label, href, icon: Icon }) => ({ label, href, icon: <Icon /> }));
}

export interface ProfileMenuOptions {
  readonly user: FrameUser;
  /** Adds the sections that don't fit into a phone's tab bar. */
  readonly withSections?: boolean | undefined;
  readonly theme: ReturnType<typeof useOtherTheme>;
  readonly logout: () => void;
}

/** The account menu's items: profile, account, theme, log out. */
export function profileMenuItems({ user, withSections, theme, logout }: ProfileMenuOptions): MenuItem[] {
  const own: MenuItem[] = user.isPerformer
    ? [{ label: 'View profile', href: routes.profile(user.username || user._id), icon: <UserRound /> }]
    : [];
  return [
    ...(withSections ? offTabs(user) : []),
    ...own.map((item) => ({ ...item, divided: withSections })),
    {
      label: 'Account',
      href: routes.userAccount,
      icon: <Settings />,
      divided: withSections && own.length === 0,
    },
    { label: theme.label, onSelect: theme.change, icon: theme.other === 'dark' ? <Moon /> : <Sun /> },
    { label: 'Log out', onSelect: logout, icon: <LogOut />, divided: true },
  ];
}
