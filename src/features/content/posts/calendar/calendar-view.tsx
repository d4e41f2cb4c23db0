import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import { formatNumber } from '#lib/format.ts';
import { timeZone } from '#lib/local-time.ts';
import { formatUtcMonth, isUtcMonth, plusDays, plusMonths } from '#lib/utc-days.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { getCalendar } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { buttonClass } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { CalendarDay } from './calendar-day.tsx';
import { entryId } from './calendar-entry.tsx';
import styles from './calendar.module.css';
import { toDay, listDays, onDay, startOfDay } from './month-days.ts';
import { MoveDialog } from './move-dialog.tsx';
import { type Calendar, type Entry, useMoving, wasPublished } from './use-moving.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const headingId = 'calendar-month';

const monthLink = (month: string) => ({ pathname: routes.postCalendar, query: { month } });

function MonthHead({ month, current }: { month: string; current: string }) {
  const step = (to: string, label: string, Icon: typeof ChevronLeft) => (
    <Link
      href={monthLink(to)}
      shallow
      scroll={false}
      className={buttonClass({ variant: 'quiet' }, styles.step)}
      aria-label={`${label}, ${formatUtcMonth(to)}`}
      title={formatUtcMonth(to)}
    >
      <Icon size={20} aria-hidden="true" />
    </Link>
  );
  return (
    <div className={styles.head}>
      {step(plusMonths(month, -1), 'Previous month', ChevronLeft)}
      {step(plusMonths(month, 1), 'Next month', ChevronRight)}
      <h2 id={headingId} tabIndex={-1} className={styles.month}>
        {formatUtcMonth(month)}
      </h2>
      {month === current ? null : (
        <Link href={monthLink(current)} shallow scroll={false} className={buttonClass({})}>
          Today
        </Link>
      )}
    </div>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className={styles.frame}>
    <div className={styles.weekdays} aria-hidden="true">
      {weekdays.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
    {children}
  </div>
);

const MonthSkeleton = ({ days }: { days: number }) => (
  <Skeleton label="Loading the calendar">
    <Stack gap={12}>
      <p className={styles.summary}>
        <SkeletonBlock width={240} height={14} />
      </p>
      <Frame>
        <div className={styles.days}>
          {Array.from({ length: days }, (_, index) => (
            <div key={index} className={styles.day}>
              <SkeletonBlock width={24} height={16} />
            </div>
          ))}
        </div>
      </Frame>
    </Stack>
  </Skeleton>
);

function summarizeMonth(entries: readonly Entry[], month: string, isComplete: boolean): string {
  const own = entries.filter(({ at }) => toDay(at).startsWith(month));
  const published = own.filter(wasPublished).length;
  const planned = own.length - published;
  const parts = [
    ...(planned > 0 ? [`${formatNumber(planned)} scheduled`] : []),
    ...(published > 0 ? [`${formatNumber(published)} published`] : []),
  ];
  const what = parts.length > 0 ? parts.join(' · ') : 'Nothing scheduled or published';
  return `${what}${isComplete ? '' : ' · not all are shown, your posts list has the rest'} · Your time (${timeZone().replaceAll('_', ' ')})`;
}

interface MonthProps {
  readonly month: string;
  readonly today: string;
  readonly calendar: Calendar;
  readonly refetch: () => PromiseLike<unknown>;
}

/** The days of a month with what is on them. */
function Month({ month, today, calendar, refetch }: MonthProps) {
  const moving = useMoving(calendar.data, refetch);
  const [dialogEntry, setDialogEntry] = useState<Entry | null>(null);
  const [dragged, setDragged] = useState<Entry | null>(null);
  const byDay = Map.groupBy(moving.entries, ({ at }) => toDay(at));
  const { landed, onFocused } = moving;
  const focus = useEffectEvent((id: string) => {
    (document.getElementById(entryId(id)) ?? document.getElementById(headingId))?.focus();
    onFocused();
  });
  // Once the dialog is closed, behind which nothing takes the focus.
  const moved = dialogEntry ? null : landed;
  useEffect(() => {
    if (moved) focus(moved);
  }, [moved]);
  return (
    <Stack gap={12}>
      <p role="status" className={styles.summary}>
        {summarizeMonth(moving.entries, month, calendar.isComplete)}
      </p>
      <Frame>
        <ol className={styles.days} aria-labelledby={headingId}>
          {listDays(month).map((day) => (
            <CalendarDay
              key={day}
              day={day}
              today={today}
              isOutside={!day.startsWith(month)}
              entries={byDay.get(day) ?? []}
              moving={moving}
              dragged={dragged}
              onMove={setDialogEntry}
              onDrag={setDragged}
              onDrop={(target) => {
                if (dragged) void moving.moveOrSay(dragged, onDay(dragged.at, target));
                setDragged(null);
              }}
            />
          ))}
        </ol>
      </Frame>
      {dialogEntry ? (
        <MoveDialog entry={dialogEntry} move={moving.move} onClose={() => setDialogEntry(null)} />
      ) : null}
    </Stack>
  );
}

function LoadedMonth({ month, today }: { month: string; today: string }) {
  const days = listDays(month);
  const request = useRead(
    getCalendar,
    {
      query: {
        from: startOfDay(days[0] ?? today).toISOString(),
        to: startOfDay(plusDays(days.at(-1) ?? today, 1)).toISOString(),
      },
    },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <LoadedView request={request} skeleton={<MonthSkeleton days={days.length} />} level={2}>
      {(calendar) => <Month month={month} today={today} calendar={calendar} refetch={request.refetch} />}
    </LoadedView>
  );
}

/** The month of the address, else the current one. Only the browser knows which day it is here. */
function HereAndNow() {
  const { get } = useQueryParams();
  const today = toDay(new Date(useNow()));
  const current = today.slice(0, 7);
  const asked = get('month');
  const month = isUtcMonth(asked) ? asked : current;
  return (
    <Stack gap={12}>
      <MonthHead month={month} current={current} />
      <LoadedMonth key={month} month={month} today={today} />
    </Stack>
  );
}

/** `/creator/feeds/calendar`: what a creator has published and planned, by day. */
export function CalendarView() {
  const hydrated = useHydrated();
  return (
    <Stack gap={24}>
      <PageHead title="Calendar" unlisted />
      <PageHeader
        title="Calendar"
        actions={
          <>
            <ButtonLink href={routes.creatorPosts}>All posts</ButtonLink>
            <ButtonLink href={routes.newPost} variant="primary">
              New post
            </ButtonLink>
          </>
        }
      />
      {hydrated ? (
        <HereAndNow />
      ) : (
        <Stack gap={12}>
          <div className={styles.head} />
          <MonthSkeleton days={35} />
        </Stack>
      )}
    </Stack>
  );
}
