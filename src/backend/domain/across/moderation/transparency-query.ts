import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { moderationAppeals, moderationCases, moderationDecisions } from '../../../db/schema/moderation.ts';

/** One number of a transparency report. */
export interface TransparencyNumber {
  readonly measure:
    | 'reports'
    | 'decisions'
    | 'median-hours-to-decision'
    | 'appeals'
    | 'median-hours-to-appeal-decision';
  readonly category: string;
  readonly action: string;
  /** `yes`, `no`, or empty where it doesn't apply. */
  readonly automated: string;
  /** Of appeals: pending, upheld or reversed. */
  readonly outcome: string;
  readonly value: number;
}

const hours = (from: string, to: string) =>
  sql.raw(
    `round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${to} - ${from}) / 3600))::numeric, 1)::float8`,
  );

/** The numbers of a period, in the order of their measures. */
export function selectNumbers(db: Db, { from, to }: { from: Date; to: Date }): Promise<TransparencyNumber[]> {
  const [start, end] = [from, to].map((time) => sql`${time.toISOString()}::timestamptz`);
  const within = (column: string) => sql`${sql.raw(column)} >= ${start} AND ${sql.raw(column)} < ${end}`;
  return fetchRows(
    db.execute(sql`
    SELECT 'reports' AS measure, category, '' AS action, '' AS automated, '' AS outcome, count(*)::float8 AS value, 1 AS place
      FROM reports WHERE ${within('created_at')} AND source IN ('person', 'visitor') GROUP BY category
    UNION ALL SELECT 'decisions', category, action, CASE WHEN automated THEN 'yes' ELSE 'no' END, '', count(*)::float8, 2
      FROM ${moderationDecisions} WHERE ${within('decided_at')} GROUP BY category, action, automated
    UNION ALL SELECT 'median-hours-to-decision', c.category, '', '', '', ${hours('c.created_at', 'd.first')}, 3
      FROM ${moderationCases} c JOIN (SELECT case_id, min(decided_at) AS first FROM ${moderationDecisions} GROUP BY case_id) d ON d.case_id = c.id
      WHERE ${within('d.first')} AND EXISTS (SELECT 1 FROM reports r WHERE r.case_id = c.id AND r.source IN ('person', 'visitor')) GROUP BY c.category
    UNION ALL SELECT 'appeals', d.category, d.action, CASE WHEN d.automated THEN 'yes' ELSE 'no' END, a.state, count(*)::float8, 4
      FROM ${moderationAppeals} a JOIN ${moderationDecisions} d ON d.id = a.decision_id
      WHERE ${within('a.created_at')} GROUP BY d.category, d.action, d.automated, a.state
    UNION ALL SELECT 'median-hours-to-appeal-decision', d.category, '', '', '', ${hours('a.created_at', 'a.decided_at')}, 5
      FROM ${moderationAppeals} a JOIN ${moderationDecisions} d ON d.id = a.decision_id
      WHERE ${within('a.decided_at')} GROUP BY d.category
    ORDER BY place, category, action, automated, outcome`),
  );
}
