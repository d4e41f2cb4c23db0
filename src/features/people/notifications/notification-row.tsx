import Banknote from 'lucide-react/icons/banknote';
import Bell from 'lucide-react/icons/bell';
import Gavel from 'lucide-react/icons/gavel';
import Package from 'lucide-react/icons/package';
import Star from 'lucide-react/icons/star';
import type { ComponentType } from 'react';
import type { NotificationType } from '#config/notification-types.ts';
import type { Notification } from '#contract/people/notifications.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './notifications.module.css';

const icons: Partial<Record<NotificationType, ComponentType<{ size?: number }>>> = {
  order: Package,
  outbid: Gavel,
  auction: Gavel,
  payout: Banknote,
  dispute: Banknote,
  adjustment: Banknote,
  'subscription-renewal': Star,
  'subscription-failed': Star,
  'subscription-price': Star,
};

/** The people involved, or an icon for the type. */
function Sign({ type, actors }: Pick<Notification, 'type' | 'actors'>) {
  const Icon = icons[type] ?? Bell;
  if (actors.length === 0)
    return (
      <span className={styles.icon}>
        <Icon size={20} />
      </span>
    );
  return (
    <span className={cx(styles.people, actors.length > 1 && styles.several)}>
      {actors.slice(0, 2).map(({ _id, avatar }) => (
        <Avatar key={_id} src={avatar} size={actors.length > 1 ? 32 : 40} />
      ))}
    </span>
  );
}

interface NotificationRowProps {
  readonly notification: Notification;
  readonly onRead: () => void;
}

/** One notification. Opening it marks it as read, as does pressing one without a link. */
export function NotificationRow({ notification, onRead }: NotificationRowProps) {
  const { type, text, href, actors, isRead, updatedAt } = notification;
  const read = () => {
    if (!isRead) onRead();
  };
  const content = (
    <>
      <Sign type={type} actors={actors} />
      <span className={styles.words}>
        <span>
          {isRead ? null : <VisuallyHidden>Unread: </VisuallyHidden>}
          {text}
        </span>
        <span className={styles.time}>
          <RelativeTime iso={updatedAt} />
        </span>
      </span>
      {isRead ? null : <span className={styles.dot} aria-hidden="true" />}
    </>
  );
  const className = cx(styles.row, !isRead && styles.unread);
  if (href)
    return (
      <Link href={href} className={className} onClick={read}>
        {content}
      </Link>
    );
  if (isRead) return <div className={className}>{content}</div>;
  return (
    <button type="button" className={className} title="Mark as read" onClick={read}>
      {content}
    </button>
  );
}
