import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { DragEvent } from 'react';
import { routes } from '#config/routes.ts';
import { weekday } from '#lib/format-time.ts';
import { TextButton } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { CalendarEntry, type CalendarEntryProps } from './calendar-entry.tsx';
import styles from './calendar.module.css';
import { toDay, longDay, startOfDay } from './month-days.ts';
import { type Entry, type Moving, isMovable } from './use-moving.ts';

/** Entries of a day that are shown before the rest is asked for, so that the weeks keep their height. */
const shown = 2;

export interface DayProps extends Pick<CalendarEntryProps, 'onMove' | 'onDrag'> {
  readonly day: string;
  readonly today: string;
  /** Of another month than the one that is shown. */
  readonly isOutside: boolean;
  readonly entries: readonly Entry[];
  readonly moving: Moving;
  /** The post that is being dragged. */
  readonly dragged: Entry | null;
  readonly onDrop: (day: string) => void;
}

function DayHead({ day, today }: Pick<DayProps, 'day' | 'today'>) {
  const start = startOfDay(day);
  const label = longDay(day, startOfDay(today));
  return (
    <div className={styles.dayHead}>
      <h3 className={styles.date}>
        <span className={styles.weekday}>{`${weekday(start)},`}</span>{' '}
        <span className={styles.monthName}>{label.split(' ')[1]}</span>{' '}
        <span className={cx(styles.number, day === today && styles.today)}>{start.getDate()}</span>
        {day === today ? <VisuallyHidden> (today)</VisuallyHidden> : null}
      </h3>
      {day >= today ? (
        <Link
          href={{ pathname: routes.newPost, query: { on: day } }}
          className={styles.add}
          aria-label={`New post on ${label}`}
          title="New post on this day"
        >
          <Plus size={16} aria-hidden="true" />
        </Link>
      ) : null}
    </div>
  );
}

/** Props of a day on which a post from another day can be dropped. */
function useDrop({ day, dragged, onDrop }: Pick<DayProps, 'day' | 'dragged' | 'onDrop'>) {
  const [isOver, setOver] = useState(false);
  const takes = dragged !== null && isMovable(dragged) && toDay(dragged.at) !== day;
  return {
    isTarget: takes && isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop(day);
      },
    },
  };
}

/** A day: a cell of the month, on a phone a part of the list. */
export function CalendarDay({ day, today, isOutside, entries, moving, dragged, onDrop, ...rest }: DayProps) {
  const [isOpen, setOpen] = useState(false);
  const { isTarget, handlers } = useDrop({ day, dragged, onDrop });
  const visible = isOpen ? entries : entries.slice(0, shown);
  const more = entries.length - visible.length;
  const isPastAndEmpty = day < today && entries.length === 0;
  return (
    <li
      className={cx(
        styles.day,
        isOutside && styles.outside,
        isPastAndEmpty && styles.over,
        isTarget && styles.target,
      )}
      {...handlers}
    >
      <DayHead day={day} today={today} />
      {entries.length > 0 ? (
        <ul className={styles.entries}>
          {visible.map((entry) => (
            <CalendarEntry key={entry._id} entry={entry} isMoving={moving.isMoving(entry._id)} {...rest} />
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <TextButton className={styles.more} onClick={() => setOpen(true)}>
          {`${more} more`}
        </TextButton>
      ) : null}
    </li>
  );
}
