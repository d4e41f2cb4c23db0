import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { type ComponentType, useEffect, useRef } from 'react';
import { routes } from '#config/routes.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { Balance, type RailProps } from './phone-bars.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { RailLine } from './rail-line.tsx';
import { fanSections } from './sections.ts';
import { isCurrent } from './tabs.ts';

// With the rail, the rest of the frame comes in the same chunk.
export { TabBar, TopBar } from './phone-bars.tsx';

/** What a creator's rail has instead of a fan's parts; fans don't load it. */
interface Studio {
  readonly Sections: ComponentType<Pick<RailProps, 'path' | 'unread'>>;
  readonly Earnings: ComponentType<object>;
}

function FanSections({ path, unread }: Pick<RailProps, 'path' | 'unread'>) {
  const links = fanSections();
  return (
    <ul className={styles.group}>
      {links.map((link) => (
        <RailLine
          key={link.href}
          link={link}
          current={isCurrent(link.href, path, links)}
          count={link.counts ? unread[link.counts] : 0}
        />
      ))}
    </ul>
  );
}

/** The left rail: sections with icons and labels from 1200 px, icons only from 768 px, not on phones. */
export function Rail({ user, path, unread, studio }: RailProps & { studio?: Studio }) {
  const Sections = studio?.Sections ?? FanSections;
  const list = useRef<HTMLElement>(null);
  // If the sections don't fit into the window, scroll the current one into view.
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <>
      <Brand href={routes.home} />
      <nav aria-label="Main" className={styles.sections} ref={list}>
        <Sections path={path} unread={unread} />
      </nav>
      <div className={styles.foot}>
        {studio ? <studio.Earnings /> : <Balance tokens={user.balance} />}
        <ProfileMenu
          user={user}
          trigger={(props) => (
            <button type="button" className={styles.person} title={user.name} {...props}>
              <Avatar src={user.avatar} size={40} />
              <span className={styles.personWords}>
                <span className={styles.personName}>{user.name}</span>
                {user.username ? <span className={styles.personHandle}>@{user.username}</span> : null}
              </span>
              <ChevronsUpDown size={16} aria-hidden="true" />
            </button>
          )}
        />
      </div>
    </>
  );
}
