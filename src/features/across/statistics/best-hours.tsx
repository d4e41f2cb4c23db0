import { formatNumber } from '#lib/format.ts';
import { zoneName } from '#lib/zone-days.ts';
import { useOwnZone } from '#components/base/ranges/own-zone.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { useScrolls } from '#ui/hooks/use-scrolls.ts';
import { Section } from '#ui/layout/page-header.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { Place } from './place.ts';
import { shade } from './shade.ts';
import styles from './statistics.module.css';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;
function busiestText(hours: readonly number[]): string {
  const at = hours.indexOf(Math.max(...hours));
  return `Most views are on ${days[Math.floor(at / 24)] ?? ''}s from ${clock(at)} to ${clock(at + 1)}.`;
}

function HoursTable({ hours }: { hours: readonly number[] }) {
  const { box, scrolls } = useScrolls();
  const most = Math.max(1, ...hours);
  return (
    <div
      ref={box}
      className={styles.scroll}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': 'Views by hour' } : {})}
    >
      <table className={styles.grid}>
        <caption>
          <VisuallyHidden>Views by day of the week and hour</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Day</VisuallyHidden>
            </th>
            {hoursOfDay.map((hour) => (
              <th key={hour} scope="col" aria-label={clock(hour)}>
                {hour % 3 === 0 ? hour : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, row) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {hoursOfDay.map((hour) => {
                const views = hours[row * 24 + hour] ?? 0;
                return (
                  <td
                    key={hour}
                    style={shade(views / most)}
                    title={`${day}, ${clock(hour)}: ${formatNumber(views)}`}
                  >
                    <VisuallyHidden>{formatNumber(views)}</VisuallyHidden>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** When people come, in the creator's time zone. */
export function BestHours({ hours, place }: { hours: readonly number[]; place: Place }) {
  const zone = useOwnZone();
  const isEmpty = hours.every((views) => views === 0);
  return (
    <Section
      title="Best hours"
      text={isEmpty ? undefined : `${busiestText(hours)} Hours are in ${zoneName(zone)}.`}
      actions={
        <CsvButton
          filename={`hours-${place.days.from}-${place.days.to}`}
          heads={['Day', ...hoursOfDay.map(clock)]}
          rows={async () => days.map((day, row) => [day, ...hours.slice(row * 24, row * 24 + 24)])}
        />
      }
    >
      {isEmpty ? (
        <EmptyState compact level={3} title="No views" text="Try a longer period." />
      ) : (
        <HoursTable hours={hours} />
      )}
    </Section>
  );
}
