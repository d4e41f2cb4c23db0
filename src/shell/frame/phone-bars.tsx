import Bell from 'lucide-react/icons/bell';
import { Link } from '#ui/content/link.tsx';
import type { Tokens } from '#lib/units.ts';
import { routes } from '#config/routes.ts';
import { centsOfTokens, formatMoney, formatTokens } from '#lib/format.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { useRate } from '#ui/content/money.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { Suspense } from 'react';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { BackArrow } from './back-arrow.tsx';
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

interface CountProps {
  readonly count: number;
  readonly counted?: string | undefined;
}
export const Count = ({ count, counted = 'unread' }: CountProps) =>
  count > 0 ? (
    <>
      {' '}
      <span className={styles.badge}>
        {count > 99 ? '99+' : count} <VisuallyHidden>{counted}</VisuallyHidden>
      </span>
    </>
  ) : null;

/** The balance in tokens and money, linking to the wallet. */
export function Balance({ tokens, bar }: { tokens: Tokens; bar?: boolean }) {
  const { currency, tokenRate } = useRate();
  const money = formatMoney(centsOfTokens(tokens, tokenRate), currency);
  return (
    <Link href={routes.wallet} className={bar ? styles.topBalance : styles.balance} title="Wallet">
      <span className={styles.balanceTokens}>{formatTokens(tokens)}</span>
      <span className={styles.balanceMoney}>{bar ? money : `${money} in your wallet`}</span>
    </Link>
  );
}

const loadCreatorBars = () =>
  untilLoaded(async () => {
    const {
      AvailableEarnings: earnings,
      WaitingBadge: badge,
      CreateTab: create,
    } = await import('./creator-bars.tsx');
    return { earnings, badge, create };
  });
const AvailableEarnings = lazyPart(async () => (await loadCreatorBars()).earnings);
const WaitingBadge = lazyPart(async () => (await loadCreatorBars()).badge);
const CreateTab = lazyPart(async () => (await loadCreatorBars()).create);

/** The top bar on phones: logo, balance and account menu. */
export function TopBar({ user, path, unread }: RailProps) {
  return (
    <>
      <span className={styles.topStart}>
        <BackArrow user={user} path={path} />
        <Brand href={routes.home} />
      </span>
      <span className={styles.topEnd}>
        {user.isPerformer ? (
          <Suspense fallback={null}>
            <AvailableEarnings bar />
          </Suspense>
        ) : (
          <Balance tokens={user.balance} bar />
        )}
        <Link href={routes.notifications} className={styles.bell}>
          <Bell size={22} />
          <VisuallyHidden>Notifications</VisuallyHidden>
          <Count count={unread.notifications} />
        </Link>
        <ProfileMenu
          user={user}
          withSections
          header={<span className={styles.personName}>{user.name}</span>}
          trigger={(props) => (
            <button type="button" className={styles.avatarButton} {...props}>
              <VisuallyHidden>Your menu</VisuallyHidden>
              <Avatar src={user.avatar} size={32} />
              {user.isPerformer ? (
                <Suspense fallback={null}>
                  <WaitingBadge />
                </Suspense>
              ) : null}
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
  const lines = tabs.map((link) => (
    <li key={link.href}>
      <Link
        href={link.href}
        className={styles.tab}
        aria-current={isCurrent(link.href, path, tabs) ? 'page' : undefined}
      >
        <link.icon size={22} />
        {link.label}
        {link.counts === 'messages' && user.isPerformer ? (
          <Suspense fallback={<Count count={unread.messages} />}>
            <WaitingBadge unread={unread.messages} />
          </Suspense>
        ) : link.counts ? (
          <Count count={unread[link.counts]} />
        ) : null}
      </Link>
    </li>
  ));
  const create = (
    <li key="create">
      <Suspense fallback={null}>
        <CreateTab />
      </Suspense>
    </li>
  );
  return <ul>{user.isPerformer ? [...lines.slice(0, 2), create, ...lines.slice(2)] : lines}</ul>;
}
