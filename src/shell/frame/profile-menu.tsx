import { Menu, type MenuTriggerProps } from '#ui/overlays/menu.tsx';
import type { ReactNode } from 'react';
import type { FrameUser } from './tabs.ts';
import { useAppStore } from '#state/hooks.ts';
import { useLogout, useUnread } from '../access/session.ts';
import { useOtherTheme } from './theme-switch.tsx';

export interface ProfileMenuProps {
  readonly user: FrameUser;
  /** Adds the sections that don't fit into a phone's tab bar. */
  readonly withSections?: boolean;
  readonly header?: ReactNode;
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
}

/** The account menu. Its items are loaded when it opens. */
export function ProfileMenu({ user, withSections, header, trigger }: ProfileMenuProps) {
  const logout = useLogout();
  const theme = useOtherTheme();
  const store = useAppStore();
  const unread = useUnread();
  const items = async () => {
    const options = { user, withSections, theme, logout };
    if (!user.isPerformer) return (await import('./profile-menu-items.tsx')).profileMenuItems(options);
    const { creatorMenuItems } = await import('./creator-menu-items.tsx');
    return creatorMenuItems({ ...options, unread, state: store.getState() });
  };
  return <Menu label="Your menu" items={items} header={header} trigger={trigger} />;
}
