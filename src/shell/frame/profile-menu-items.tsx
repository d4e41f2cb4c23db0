import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import Settings from 'lucide-react/icons/settings';
import Sun from 'lucide-react/icons/sun';
import { routes } from '#config/routes.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { fanSections } from './sections.ts';
import { type FrameUser, phoneTabs } from './tabs.ts';
import type { useOtherTheme } from './theme-switch.tsx';

export interface ProfileMenuOptions {
  readonly user: FrameUser;
  /** Adds the sections that don't fit into a phone's tab bar. */
  readonly withSections?: boolean | undefined;
  readonly theme: ReturnType<typeof useOtherTheme>;
  readonly logout: () => void;
}

/** What the phone's tabs lead to. */
export const tabPages = (user: FrameUser): ReadonlySet<string> =>
  new Set(phoneTabs(user).map((tab) => tab.href));

/** The last items of everybody's menu. */
export const lastItems = ({ theme, logout }: Pick<ProfileMenuOptions, 'theme' | 'logout'>): MenuItem[] => [
  { label: theme.label, onSelect: theme.change, icon: theme.other === 'dark' ? <Moon /> : <Sun /> },
  { label: 'Help', href: routes.help, icon: <CircleQuestionMark /> },
  { label: 'Log out', onSelect: logout, icon: <LogOut />, divided: true },
];

/** The items of a fan's menu: sections on a phone, account, theme, log out. */
export function profileMenuItems({ user, withSections, ...rest }: ProfileMenuOptions): MenuItem[] {
  const tabs = tabPages(user);
  const sections = fanSections()
    .filter((link) => !tabs.has(link.href))
    .map(({ label, href, icon: Icon }): MenuItem => ({ label, href, icon: <Icon /> }));
  return [
    ...(withSections ? sections : []),
    { label: 'Account', href: routes.userAccount, icon: <Settings />, divided: withSections },
    ...lastItems(rest),
  ];
}
