import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import Radio from 'lucide-react/icons/radio';
import { useRouter } from 'next/router';
import { clockTime } from '#lib/format-time.ts';
import { Link } from '#ui/content/link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './calendar.module.css';
import { type Entry, isMovable, wasPublished } from './use-moving.ts';

const kinds: Readonly<Record<Entry['kind'], string>> = {
  post: 'Post',
  mass_message: 'Mass message',
  stream: 'Stream',
};
const states: Readonly<Record<Entry['state'], string>> = {
  scheduled: 'Scheduled',
  processing: 'Files are processing',
  failed: 'Failed',
  published: 'Published',
  expired: 'Expired',
};

function StateIcon({ entry }: { entry: Entry }) {
  const { kind, state } = entry;
  const look = { size: 12, 'aria-hidden': true } as const;
  if (wasPublished(entry)) return <Check {...look} />;
  if (state === 'failed') return <CircleAlert {...look} />;
  if (kind === 'post') return <Clock {...look} />;
  return kind === 'stream' ? <Radio {...look} /> : <Mail {...look} />;
}

export interface CalendarEntryProps {
  readonly entry: Entry;
  readonly isMoving: boolean;
  readonly onMove: (entry: Entry) => void;
  /** A post is being dragged; null once it isn't. */
  readonly onDrag: (entry: Entry | null) => void;
}

export const entryId = (id: string): string => `planned-${id}`;

/** A post, stream or mass message in the calendar. */
export function CalendarEntry({ entry, isMoving, onMove, onDrag }: CalendarEntryProps) {
  const router = useRouter();
  const { _id, kind, title, at, href, state } = entry;
  const words = title ?? kinds[kind];
  const movable = isMovable(entry) && !isMoving;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragged; “Move to…” is for keyboards
    <li
      className={cx(styles.entry, styles[state], isMoving && styles.moving)}
      draggable={movable}
      onDragStart={({ dataTransfer }) => {
        // Firefox drags nothing without data.
        dataTransfer.setData('text/plain', words);
        dataTransfer.effectAllowed = 'move';
        onDrag(entry);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Link
        id={entryId(_id)}
        href={href}
        className={styles.link}
        draggable={false}
        title={`${words} (${states[state].toLowerCase()})`}
      >
        <span className={styles.time}>
          <StateIcon entry={entry} /> {clockTime(new Date(at))}
        </span>
        <span className={styles.words}>{words}</span>
        <VisuallyHidden>
          {` (${kind === 'post' ? '' : `${kinds[kind].toLowerCase()}, `}${states[state].toLowerCase()})`}
        </VisuallyHidden>
      </Link>
      {isMovable(entry) ? (
        <span className={styles.menu}>
          <Menu
            label={`Actions for “${words}”`}
            items={[
              { label: 'Edit', onSelect: () => void router.push(href) },
              { label: 'Move to…', onSelect: () => onMove(entry) },
            ]}
          />
        </span>
      ) : null}
    </li>
  );
}
