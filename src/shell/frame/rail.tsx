import { Link } from '#ui/content/link.tsx';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useEffect, useRef } from 'react';
import { routes } from '#config/routes.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { BellLine } from './bell-line.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { Balance, type RailProps, Unread } from './phone-bars.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { railGroups } from './sections.ts';
import { type SectionLink, isCurrent } from './tabs.ts';

// With the rail, the rest of the frame comes in the same chunk.
export { TabBar, TopBar } from './phone-bars.tsx';

interface LineProps {
  readonly link: SectionLink;
  readonly current: boolean;
  readonly unread: RailProps['unread'];
}

function RailLine({ link: { label, href, icon: Icon, counts, strong }, current, unread }: LineProps) {
  const words = (
    <>
      <Icon size={20} />
      <span className={styles.word}>{label}</span>
      {counts ? <Unread count={unread[counts]} /> : null}
    </>
  );
  const link = { href, title: label, className: cx(styles.link, strong && styles.strong) };
  return (
    <li>
      {counts === 'notifications' ? (
        <BellLine {...link} isCurrent={current}>
          {words}
        </BellLine>
      ) : (
        <Link {...link} aria-current={current ? 'page' : undefined}>
          {words}
        </Link>
      )}
    </li>
  );
}

/** The left rail: sections with icons and labels from 1200 px, icons only from 768 px, not on phones. */
export function Rail({ user, path, unread }: RailProps) {
  const groups = railGroups(user);
  const all = groups.flatMap((group) => group.links);
  const list = useRef<HTMLElement>(null);
  // If the sections don't fit into the window, scroll the current one into view.
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <>
      <Brand href={routes.home} />
      <nav aria-label="Main" className={styles.sections} ref={list}>
        {groups.map(({ title, links }) => (
          <ul key={links[0]?.label} className={styles.group}>
            {title ? <li className={styles.groupTitle}>{title}</li> : null}
            {links.map((link) => (
              <RailLine
                key={link.href}
                link={link}
                current={isCurrent(link.href, path, all)}
                unread={unread}
              />
            ))}
          </ul>
        ))}
      </nav>
      <div className={styles.foot}>
        <Balance tokens={user.balance} />
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
