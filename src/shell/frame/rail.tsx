import type { Tokens as Count } from '#lib/units.ts';
import { Link } from '#ui/content/link.tsx';
import Bell from 'lucide-react/icons/bell';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useEffect, useRef } from 'react';
import { routes } from '#config/routes.ts';
import { centsOfTokens, formatMoney, formatTokens } from '#lib/format.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { useRate } from '#ui/content/money.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { type SectionLink, isCurrent, phoneTabs, railGroups } from './sections.ts';
import type { ShellUser, Unread as UnreadCounts } from '../access/session.ts';

export interface RailProps {
  readonly user: ShellUser;
  /** The current path. */
  readonly path: string;
  readonly unread: UnreadCounts;
}

export const Unread = ({ count }: { count: number }) =>
  count > 0 ? (
    <>
      {' '}
      <span className={styles.badge}>
        {count > 99 ? '99+' : count} <VisuallyHidden>unread</VisuallyHidden>
      </span>
    </>
  ) : null;

interface LineProps {
  readonly link: SectionLink;
  readonly current: boolean;
  readonly unread: UnreadCounts;
}

const RailLine = ({ link: { label, href, icon: Icon, counts, strong }, current, unread }: LineProps) => (
  <li>
    <Link
      href={href}
      title={label}
      aria-current={current ? 'page' : undefined}
      className={cx(styles.link, strong && styles.strong)}
    >
      <Icon size={20} />
      <span className={styles.word}>{label}</span>
      {counts ? <Unread count={unread[counts]} /> : null}
    </Link>
  </li>
);

/** The balance in tokens and money, linking to the wallet. */
function Balance({ tokens, bar }: { tokens: Count; bar?: boolean }) {
  const { currency, tokenRate } = useRate();
  const money = formatMoney(centsOfTokens(tokens, tokenRate), currency);
  return (
    <Link href={routes.wallet} className={bar ? styles.topBalance : styles.balance} title="Wallet">
      <span className={styles.balanceTokens}>{formatTokens(tokens)}</span>
      <span className={styles.balanceMoney}>{bar ? money : `${money} in your wallet`}</span>
    </Link>
  );
}

/** The left rail: sections with icons and labels from 1200 px, icons only from 768 px, hidden on phones. */
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

/** The top bar on phones: logo, balance and account menu. */
export function TopBar({ user, unread }: Pick<RailProps, 'user' | 'unread'>) {
  return (
    <>
      <Brand href={routes.home} />
      <span className={styles.topEnd}>
        <Balance tokens={user.balance} bar />
        <Link href={routes.notifications} className={styles.bell}>
          <Bell size={22} />
          <VisuallyHidden>Notifications</VisuallyHidden>
          <Unread count={unread.notifications} />
        </Link>
        <ProfileMenu
          user={user}
          withSections
          header={<span className={styles.personName}>{user.name}</span>}
          trigger={(props) => (
            <button type="button" className={styles.avatarButton} aria-label="Your menu" {...props}>
              <Avatar src={user.avatar} size={32} />
            </button>
          )}
        />
      </span>
    </>
  );
}

/** The five tabs at the bottom on phones. */
export function TabBar({ user, path, unread }: RailProps) {
  const tabs = phoneTabs(user);
  return (
    <ul>
      {tabs.map((link) => (
        <li key={link.href}>
          <Link
            href={link.href}
            className={styles.tab}
            aria-current={isCurrent(link.href, path, tabs) ? 'page' : undefined}
          >
            <link.icon size={22} />
            {link.label}
            {link.counts ? <Unread count={unread[link.counts]} /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
