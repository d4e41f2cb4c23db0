import { sql } from 'drizzle-orm';
import { type Ctx, now } from '../kernel/context.ts';
import { fetchRows } from '../db/db.ts';
import { jobKinds } from './kinds.ts';

/** What an operator watches of the work that waits in the database. Numbers only, about nobody in particular. */
export interface Figures {
  readonly jobs: readonly JobFigures[];
  readonly mailsWaiting: number;
  readonly streamsLive: { readonly public: number; readonly private: number };
}
export interface JobFigures {
  readonly kind: string;
  /** Due now and not being worked on. */
  readonly waiting: number;
  /** How long the oldest of them has been due. */
  readonly oldestSeconds: number;
  /** Failed at least once and due again later or now. */
  readonly retrying: number;
  /** Given up; somebody has to look. */
  readonly failed: number;
}

const loadCount = async (ctx: Ctx, query: ReturnType<typeof sql>): Promise<number> =>
  (await fetchRows<{ count: number }>(ctx.db.execute(query)))[0]?.count ?? 0;

/** Kinds of this version only, so that a renamed one doesn't stay in a dashboard's list forever. */
const known = (kind: string): boolean => Object.hasOwn(jobKinds, kind);

export async function loadFigures(ctx: Ctx): Promise<Figures> {
  const time = sql`${now(ctx).toISOString()}::timestamptz`;
  const due = sql`failed_at IS NULL AND run_at <= ${time} AND (leased_until IS NULL OR leased_until <= ${time})`;
  const jobs = await fetchRows<JobFigures>(
    ctx.db.execute(sql`
    SELECT kind, count(*) FILTER (WHERE ${due})::int AS waiting,
      coalesce(extract(epoch FROM ${time} - min(run_at) FILTER (WHERE ${due})), 0)::float8 AS "oldestSeconds",
      count(*) FILTER (WHERE failed_at IS NULL AND last_error IS NOT NULL)::int AS retrying,
      count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
    FROM jobs WHERE done_at IS NULL GROUP BY kind ORDER BY kind`),
  );
  return {
    jobs: jobs.filter(({ kind }) => known(kind)),
    mailsWaiting: await loadCount(
      ctx,
      sql`SELECT count(*)::int AS count FROM jobs WHERE kind = 'mail-send' AND done_at IS NULL AND failed_at IS NULL`,
    ),
    streamsLive: {
      public: await loadCount(
        ctx,
        sql`SELECT count(*)::int AS count FROM streams WHERE state IN ('live', 'interrupted')`,
      ),
      private: await loadCount(
        ctx,
        sql`SELECT count(*)::int AS count FROM private_streams WHERE state IN ('live', 'paused')`,
      ),
    },
  };
}

/** How long the oldest due job has waited, in seconds; 0 while none does. */
export const oldestDue = ({ jobs }: Pick<Figures, 'jobs'>): number =>
  Math.max(0, ...jobs.map(({ oldestSeconds }) => oldestSeconds));
