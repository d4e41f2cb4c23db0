import Bookmark from 'lucide-react/icons/bookmark';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share from 'lucide-react/icons/share';
import type { ReactNode } from 'react';
import { routes } from '#config/routes';
import type { Feed } from '#contract/feeds';
import { formatCount, plural } from '#lib/format';
import { Button } from '#ui/button';
import { VisuallyHidden } from '#ui/visually-hidden';
import { share } from './share.tsx';
import { usePurchases } from './use-purchases.tsx';
import styles from './post-card.module.css';

const Count = ({ value, one, children }: { value: number; one: string; children: ReactNode }) =>
  value === 0 ? null : (
    <span className={styles.count} title={plural(value, one)}>
      {children}
      <span aria-hidden="true">{formatCount(value)}</span>
      <VisuallyHidden>{plural(value, one)}</VisuallyHidden>
    </span>
  );

/** Under a post: what others made of it, and what one can do. */
export function PostActions({ feed }: { feed: Feed }) {
  const { tip } = usePurchases();
  const { likes, comments, bookmarks } = feed.counts;
  return (
    <footer className={styles.actions}>
      <Count value={likes} one="like"><Heart size={18} aria-hidden="true" /></Count>
      <Count value={comments} one="comment"><MessageCircle size={18} aria-hidden="true" /></Count>
      <Count value={bookmarks} one="bookmark"><Bookmark size={18} aria-hidden="true" /></Count>
      <span className={styles.push} />
      {feed.access.reason === 'owner' ? null : (
        <Button variant="quiet" className={styles.act} icon={<CircleDollarSign size={18} aria-hidden="true" />} onClick={() => tip(feed.performer, feed._id)}>Tip</Button>
      )}
      <Button variant="quiet" className={styles.act} icon={<Share size={18} aria-hidden="true" />} onClick={() => void share(routes.feed(feed._id), `A post by ${feed.performer.name}`)}>
        Share
      </Button>
    </footer>
  );
}
