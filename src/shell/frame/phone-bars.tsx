import Bell from 'lucide-react/icons/bell';
import { Link } from '#ui/content/link.tsx';
import type { Tokens as Count } from '#lib/units.ts';
import { routes } from '#config/routes.ts';
import { centsOfTokens, formatMoney, formatTokens } from '#lib/format.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { useRate } from '#ui/content/money.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { isCurrent, phoneTabs } from './tabs.ts';
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

/** The balance in tokens and money, linking to the wallet. */
export function Balance({ tokens, bar }: { tokens: Count; bar?: boolean }) {
  const { currency, tokenRate } = useRate();
  const money = formatMoney(centsOfTokens(tokens, tokenRate), currency);
  return (
    <Link href={routes.wallet} className={bar ? styles.topBalance : styles.balance} title="Wallet">
      <span className={styles.balanceTokens}>{formatTokens(tokens)}</span>
      <span className={styles.balanceMoney}>{bar ? money : `${money} in your wallet`}</span>
    </Link>
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
