import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { memo } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { findThumbnail } from '#lib/thumbnail.ts';
import { type Order, useReordering } from '#components/base/files/use-reordering.ts';
import { IconButton } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { postName } from '../post-name.ts';
import { PostStateLabel } from '../post-state-label.tsx';
import styles from './series.module.css';

/** A post as an item that can be reordered. */
interface Entry {
  readonly key: string;
  readonly name: string;
  readonly post: OwnPost;
}
interface PartProps {
  readonly entry: Entry;
  /** As readers count; null for a post that isn't published. */
  readonly number: number | null;
  readonly at: number;
  readonly count: number;
  readonly order: Order<Entry>;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

const buildMenu = ({ entry, at, count, onMove, onRemove }: PartProps): MenuItem[] => [
  { label: 'Edit post', href: routes.editPost(entry.key) },
  ...(at > 0 ? [{ label: 'Move to the beginning', onSelect: () => onMove(0) }] : []),
  ...(at < count - 1 ? [{ label: 'Move to the end', onSelect: () => onMove(count - 1) }] : []),
  { label: 'Remove from this series', divided: true, onSelect: onRemove },
];

/** Two buttons that move a part by one, and keep the focus while it moves. */
const Steps = ({ entry, at, count, order }: PartProps) => (
  <span className={styles.steps}>
    <IconButton
      label={`Move ${entry.name} up`}
      data-way="earlier"
      disabled={at === 0}
      onClick={() => order.step(entry, 'earlier')}
    >
      <ArrowUp size={18} />
    </IconButton>
    <IconButton
      label={`Move ${entry.name} down`}
      data-way="later"
      disabled={at === count - 1}
      onClick={() => order.step(entry, 'later')}
    >
      <ArrowDown size={18} />
    </IconButton>
  </span>
);

const Part = memo(function Part(props: PartProps) {
  const {
    entry: { key, name, post },
    number,
    order,
  } = props;
  return (
    <li className={cx(styles.part, order.dragged === key && styles.dragged)} data-entry={key}>
      <span className={styles.grip} aria-hidden="true" {...order.drag(props.entry)}>
        <GripVertical size={18} />
      </span>
      <span className={styles.number}>
        {number === null ? <span aria-hidden="true">–</span> : number}
        <VisuallyHidden>{number === null ? 'Numbered once published' : 'for readers'}</VisuallyHidden>
      </span>
      <span className={styles.post}>
        {post.type === 'text' || post.type === 'poll' ? null : (
          <img
            src={findThumbnail(post)}
            alt=""
            width={48}
            height={48}
            loading="lazy"
            draggable={false}
            className={styles.picture}
          />
        )}
        <span className={styles.words}>
          <Link href={routes.editPost(key)} className={styles.name}>
            {name}
          </Link>
          <PostStateLabel post={post} />
        </span>
      </span>
      <span className={styles.acts}>
        <Steps {...props} />
        <Menu label={`Actions for “${name}”`} items={buildMenu(props)} />
      </span>
    </li>
  );
});

export interface SeriesPartsProps {
  readonly posts: readonly OwnPost[];
  readonly label: string;
  readonly onMove: (postId: string, to: number) => void;
  readonly onRemove: (post: OwnPost) => void;
}

/** The posts of a series, to be reordered by dragging, with buttons, or from their menus. */
export function SeriesParts({ posts, label, onMove, onRemove }: SeriesPartsProps) {
  const entries = posts.map((post): Entry => ({ key: post._id, name: postName(post), post }));
  const listed = entries.filter(({ post }) => (post.series?.number ?? null) !== null);
  const { root, said, ...order } = useReordering<Entry>({
    items: entries,
    move: ({ key }, to) => onMove(key, to),
  });
  return (
    <>
      <ul ref={root} className={styles.list} aria-label={label}>
        {entries.map((entry, at) => (
          <Part
            key={entry.key}
            {...{ entry, at, order }}
            number={listed.includes(entry) ? listed.indexOf(entry) + 1 : null}
            count={entries.length}
            onMove={(to) => onMove(entry.key, to)}
            onRemove={() => onRemove(entry.post)}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
