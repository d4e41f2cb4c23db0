import Bookmark from 'lucide-react/icons/bookmark';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share from 'lucide-react/icons/share';
import type { ReactNode } from 'react';
import type { AccessView, ObjectType, PerformerCard } from '#contract/core/schemas.ts';
import { formatCount, plural } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { share } from './share.ts';
import { usePurchases } from '../../money/wallet/use-purchases.ts';
import { type Reactable, useReactions } from './use-reactions.ts';
import styles from './reactions.module.css';

/** The count next to an action's icon, spelled out for screen readers. */
const Figure = ({ verb, value, one }: { verb: string; value: number; one: string }) => (
  <>
    <VisuallyHidden>
      {verb}
      {value > 0 ? `, ${plural(value, one)}` : ''}
    </VisuallyHidden>
    {value > 0 ? <span aria-hidden="true">{formatCount(value)}</span> : null}
  </>
);

interface ToggleProps {
  readonly on: boolean;
  readonly verb: string;
  readonly value: number;
  readonly one: string;
  readonly icon: ReactNode;
  readonly className?: string;
  readonly onPress: () => void;
}

const Toggle = ({ on, verb, value, one, icon, className, onPress }: ToggleProps) => (
  <Button
    variant="quiet"
    className={cx(styles.act, on && styles.on, className)}
    icon={icon}
    aria-pressed={on}
    title={verb}
    onClick={onPress}
  >
    <Figure verb={verb} value={value} one={one} />
  </Button>
);

/** Locked content can't be liked, so only the number of likes is shown. */
const LockedLikes = ({ likes }: { likes: number }) =>
  likes === 0 ? null : (
    <span className={styles.figure} title={plural(likes, 'like')}>
      <Heart size={18} aria-hidden="true" />
      <span aria-hidden="true">{formatCount(likes)}</span>
      <VisuallyHidden>{plural(likes, 'like')}</VisuallyHidden>
    </span>
  );

const CommentsLink = ({ href, comments }: { href: string; comments: number }) => (
  <ButtonLink
    variant="quiet"
    className={styles.act}
    href={`${href}#comments`}
    scroll
    title="Comments"
    icon={<MessageCircle size={18} aria-hidden="true" />}
  >
    <Figure verb="Comments" value={comments} one="comment" />
  </ButtonLink>
);

const ShareButton = ({ href, title }: { href: string; title: string }) => (
  <Button
    variant="quiet"
    className={styles.act}
    title="Share"
    icon={<Share size={18} aria-hidden="true" />}
    onClick={() => share(href, title)}
  >
    <VisuallyHidden>Share</VisuallyHidden>
  </Button>
);

/** Posts aren't included because they have a menu of their own. */
const Report = ({
  objectType,
  id,
  isBookmarked,
  access,
}: {
  objectType: ObjectType;
  id: string;
  isBookmarked: boolean;
  access: Pick<AccessView, 'reason'>;
}) =>
  objectType === 'feed' || access.reason === 'owner' ? null : (
    <Menu
      label={`More options for this ${objectType}`}
      items={async () =>
        (await import('../../base/lists/item-menus.tsx')).mediaItemMenu(
          { type: objectType, id, name: `this ${objectType}` },
          isBookmarked,
        )
      }
    />
  );

export interface ReactionsProps {
  readonly objectType: ObjectType;
  /** The item's record, with its id, counts, `isLiked` and `isBookmarked`. */
  readonly record: Reactable;
  readonly access: Pick<AccessView, 'allowed' | 'reason'>;
  readonly performer: PerformerCard;
  /** Path of the item's page, used for sharing and the comments link. Null if it has no page. */
  readonly href: string | null;
  /** Title of a shared link. */
  readonly title: string;
  /** False hides the comments link. */
  readonly withComments?: boolean;
  /** Id of the post that a tip is attached to. */
  readonly tipFor?: string;
  readonly className?: string;
}

/**
 * The actions below a media item of any kind: like, comment, tip, bookmark and share, each with its count,
 * and report (posts have that in their own menu). Likes and bookmarks update optimistically and are rolled
 * back with an error message if they fail; visitors are sent to log in. `<Reactions objectType="gallery"
 * record={gallery} …>`.
 */
export function Reactions({
  objectType,
  record,
  access,
  performer,
  href,
  title,
  withComments = true,
  tipFor,
  className,
}: ReactionsProps) {
  const { tip } = usePurchases();
  const { shown, press } = useReactions(objectType, record);
  const { isLiked, isBookmarked, counts } = shown;
  return (
    <footer className={cx(styles.actions, className)}>
      {access.allowed ? (
        <Toggle
          on={isLiked}
          verb="Like"
          value={counts.likes}
          one="like"
          className={styles.like}
          icon={<Heart size={18} aria-hidden="true" fill={isLiked ? 'currentColor' : 'none'} />}
          onPress={() => press('like')}
        />
      ) : (
        <LockedLikes likes={counts.likes} />
      )}
      {withComments && href ? <CommentsLink href={href} comments={record.counts.comments} /> : null}
      {access.reason === 'owner' ? null : (
        <Button
          variant="quiet"
          className={styles.act}
          icon={<CircleDollarSign size={18} aria-hidden="true" />}
          onClick={() => tip(performer, tipFor)}
        >
          Tip
        </Button>
      )}
      <span className={styles.push} />
      <Toggle
        on={isBookmarked}
        verb="Bookmark"
        value={counts.bookmarks}
        one="bookmark"
        icon={<Bookmark size={18} aria-hidden="true" fill={isBookmarked ? 'currentColor' : 'none'} />}
        onPress={() => press('bookmark')}
      />
      {href ? <ShareButton href={href} title={title} /> : null}
      <Report objectType={objectType} id={record._id} isBookmarked={isBookmarked} access={access} />
    </footer>
  );
}
