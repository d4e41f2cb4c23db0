import { formatNumber } from '#lib/format.ts';
import { formatUtcMonth } from '#lib/utc-days.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import type { Audience } from '#services/across/statistics.ts';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { useScrolls } from '#ui/hooks/use-scrolls.ts';
import { shade } from './shade.ts';
import styles from './statistics.module.css';

type CohortRows = Audience['cohorts'];

function CohortTable({ cohorts }: { cohorts: CohortRows }) {
  const { box, scrolls } = useScrolls();
  const months = Math.max(...cohorts.map(({ kept }) => kept.length));
  const after = Array.from({ length: months }, (_, at) => at);
  return (
    <div
      ref={box}
      className={styles.scroll}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': 'Cohorts' } : {})}
    >
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">Joined in</th>
            <th scope="col">People</th>
            {after.map((month) => (
              <th key={month} scope="col" aria-label={`After ${month} ${month === 1 ? 'month' : 'months'}`}>
                {month}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, joined, kept }) => (
            <tr key={month}>
              <th scope="row">{formatUtcMonth(month)}</th>
              <td>{formatNumber(joined)}</td>
              {after.map((at) => (
                <td key={at} style={shade((kept[at] ?? 0) / 100)}>
                  {kept[at] === undefined ? null : `${Math.round(kept[at])}%`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many of those who joined in a month are still there after each month. */
export const Cohorts = ({ cohorts }: { cohorts: CohortRows }) => (
  <Section
    title="Retention"
    text="Paying subscribers by the month they joined, and how many were still subscribed in later months."
    actions={
      <CsvButton
        filename="cohorts"
        heads={['Joined in', 'People', ...Array.from({ length: 12 }, (_, at) => `After ${at} months (%)`)]}
        rows={async () => cohorts.map(({ month, joined, kept }) => [month, joined, ...kept])}
      />
    }
  >
    {cohorts.length === 0 ? (
      <EmptyState compact level={3} title="No paying subscribers in the last twelve months" />
    ) : (
      <CohortTable cohorts={cohorts} />
    )}
  </Section>
);
