import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { referralCredits, referrals } from '../../../db/schema/referrals.ts';
import { firstName } from './codes.ts';
import { type Source, findSources, findVoid, lookAt, markSeen } from './news-query.ts';
import { notify } from '../../people/notifications/notify.ts';
import {
  type ReferralRow,
  type Referrer,
  type Settling,
  calculateDue,
  calculateShare,
  settleReferrals,
} from './paying.ts';

const BATCH = 500;

/** Counts transactions of one referral, each once and in order. Returns the updated row. */
async function countSources(tx: Ctx, row: ReferralRow, sources: readonly Source[]): Promise<ReferralRow> {
  let { commission } = row;
  const createdAt = now(tx);
  const credits = sources.map((source) => {
    const before = calculateShare(commission, row.bps);
    commission += source.commission;
    return {
      referralId: row.id,
      sourceId: source.sourceId,
      commission: source.commission,
      amount: calculateShare(commission, row.bps) - before,
      createdAt,
    };
  });
  if (credits.length > 0) await tx.db.insert(referralCredits).values(credits);
  const [counted] = await tx.db
    .update(referrals)
    .set({ commission, seenUntil: createdAt })
    .where(eq(referrals.id, row.id))
    .returning();
  return counted ?? row;
}

async function voidReferral(
  tx: Ctx,
  row: ReferralRow,
  { reason, referrer, name }: { reason: string; referrer: Referrer; name: string },
): Promise<ReferralRow> {
  const [voided] = await tx.db
    .update(referrals)
    .set({ voidedAt: now(tx), voidReason: reason })
    .where(eq(referrals.id, row.id))
    .returning();
  const href = referrer.isPerformer ? routes.creatorReferrals : routes.referrals;
  await notify(tx, {
    to: referrer.id,
    type: 'referral',
    text: `${name} no longer counts as a referral.`,
    href,
  });
  return voided ?? row;
}

/** Locks these referrals, and those of the same referrer for which too much was paid. */
async function lockReferrals(tx: Ctx, referrerId: string, ids: readonly string[]) {
  const overpaid = sql`${referrals.paid} > CASE WHEN ${referrals.voidedAt} IS NULL THEN greatest(0, div(${referrals.commission}::numeric * ${referrals.bps}, 10000)) ELSE 0 END`;
  const rows = await tx.db
    .select()
    .from(referrals)
    .where(and(eq(referrals.referrerId, referrerId), or(inArray(referrals.id, [...ids]), overpaid)))
    .orderBy(referrals.id)
    .for('update');
  const people = await tx.db
    .select({ id: accounts.id, name: accounts.name, isPerformer: accounts.isPerformer })
    .from(accounts)
    .where(inArray(accounts.id, [referrerId, ...rows.map((row) => row.referredId)]));
  const referrer: Referrer = {
    id: referrerId,
    isPerformer: people.find((person) => person.id === referrerId)?.isPerformer ?? false,
  };
  const names = new Map(people.map((person) => [person.id, firstName(person.name)]));
  return { rows, referrer, names };
}

/** Processes new transactions of one referrer's referrals: counts and pays them in one transaction. */
function settleNews(ctx: Ctx, referrerId: string, ids: readonly string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { rows, referrer, names } = await lockReferrals(tx, referrerId, ids);
    const time = now(tx);
    const held = rows.map((row) => row.id);
    const reasons = await findVoid(tx.db, held, time);
    const sources = Map.groupBy(
      await findSources(
        tx.db,
        held.filter((id) => !reasons.has(id)),
        time,
      ),
      (source) => source.referralId,
    );
    const settling: Settling[] = [];
    for (const row of rows) {
      const name = names.get(row.referredId) ?? 'someone';
      const reason = reasons.get(row.id);
      const after = reason
        ? await voidReferral(tx, row, { reason, referrer, name })
        : await countSources(tx, row, sources.get(row.id) ?? []);
      settling.push({ row: after, name, shrank: calculateDue(after) < calculateDue(row) });
    }
    await settleReferrals(tx, referrer, settling);
  });
}

async function settleAll(ctx: Ctx, news: ReadonlyMap<string, readonly string[]>): Promise<Error | null> {
  let failure: Error | null = null;
  for (const [referrerId, ids] of news) {
    await settleNews(ctx, referrerId, ids).catch((error: unknown) => {
      // A failure doesn't affect the others and is retried.
      failure ??= error instanceof Error ? error : new Error(String(error));
    });
  }
  return failure;
}

/**
 * The job that credits referrers with their share of the commission since the last run, and takes back shares
 * of reversed payments or self-referrals. Safe to run repeatedly and concurrently, because a transaction
 * counts once for each referral it touches.
 */
export async function creditReferrers(ctx: Ctx): Promise<void> {
  const time = now(ctx);
  let failure: Error | null = null;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const looked = await lookAt(ctx.db, last, { time, limit: BATCH });
    await markSeen(
      ctx.db,
      looked.filter((each) => each.isDue && !each.hasNews).map((each) => each.id),
      time,
    );
    const news = Map.groupBy(
      looked.filter((each) => each.hasNews),
      (each) => each.referrerId,
    );
    failure ??= await settleAll(
      ctx,
      new Map([...news].map(([referrerId, rows]) => [referrerId, rows.map((row) => row.id)])),
    );
    if (looked.length < BATCH) break;
    last = looked.at(-1)?.id ?? last;
  }
  if (failure) throw failure;
}
