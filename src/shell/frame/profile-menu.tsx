import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import Settings from 'lucide-react/icons/settings';
import Sun from 'lucide-react/icons/sun';
import UserRound from 'lucide-react/icons/user-round';
import { routes } from '#config/routes.ts';
import { Menu, type MenuItem, type MenuTriggerProps } from '#ui/overlays/menu.tsx';
import type { ReactNode } from 'react';
import { type FrameUser, phoneTabs, railGroups } from './sections.ts';
import { useLogout } from '../access/session.ts';
import { useOtherTheme } from './theme-switch.tsx';

/** The sections that aren't among a phone's tabs, shown in the menu instead. */
function offTabs(user: FrameUser): MenuItem[] {
  const tabs = new Set(phoneTabs(user).map((tab) => tab.href));
  const links = railGroups(user).flatMap((group) => group.links);
  return links
    .filter((link) => !tabs.has(link.href))
    .map(({ label, href, icon: Icon }) => ({ label, href, icon: <Icon /> }));
}

export interface ProfileMenuProps {
  readonly user: FrameUser;
  /** Adds the sections that don't fit into a phone's tab bar. */
  readonly withSections?: boolean;
  readonly header?: ReactNode;
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
}

/** The account menu: profile, account, theme, log out. */
export function ProfileMenu({ user, withSections, header, trigger }: ProfileMenuProps) {
  const logout = useLogout();
  const { other, label, change } = useOtherTheme();
  const own: MenuItem[] = user.isPerformer
    ? [{ label: 'View profile', href: routes.profile(user.username || user._id), icon: <UserRound /> }]
    : [];
  const items: MenuItem[] = [
    ...(withSections ? offTabs(user) : []),
    ...own.map((item) => ({ ...item, divided: withSections })),
    {
      label: 'Account',
      href: routes.userAccount,
      icon: <Settings />,
      divided: withSections && own.length === 0,
    },
    { label, onSelect: change, icon: other === 'dark' ? <Moon /> : <Sun /> },
    { label: 'Log out', onSelect: logout, icon: <LogOut />, divided: true },
  ];
  return <Menu label="Your menu" items={items} header={header} trigger={trigger} />;
}
