import { and, desc, eq, isNotNull, lte, ne } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import type { DataExport } from '#contract/across/leaving.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { sqlState } from '../../../../db/db.ts';
import { accounts, dataExports } from '../../../../db/schema/accounts.ts';
import { conflict } from '../../../../kernel/errors.ts';
import type { JobRun } from '../../../../kernel/job-payloads.ts';
import { enqueue } from '../../../../kernel/job-queue.ts';
import { mailAccount } from '../../../people/accounts/account-mail.ts';
import { requireProof } from '../../../people/accounts/factors/proof.ts';
import { removeObjects } from '../../../base/files/storing.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { exportAddress, exportKey } from './address.ts';
import { writeExport } from './writing.ts';

type ExportRow = typeof dataExports.$inferSelect;

const dayMs = 24 * 60 * 60_000;
/** Attempts before an export is given up, so that its owner can ask for another. */
const mostAttempts = 5;

function toDataExport(ctx: Ctx, row: ExportRow): DataExport {
  const { id, accountId, state, createdAt, expiresAt, bytes } = row;
  return {
    _id: id,
    state,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    bytes,
    url: state === 'ready' && expiresAt ? exportAddress(ctx, { exportId: id, accountId }, expiresAt) : null,
  };
}

/** The viewer's latest export, unless it has expired. */
export async function latestExport(ctx: UserCtx): Promise<{ export: DataExport | null }> {
  const [row] = await ctx.db
    .select()
    .from(dataExports)
    .where(eq(dataExports.accountId, ctx.viewer.id))
    .orderBy(desc(dataExports.createdAt), desc(dataExports.id))
    .limit(1);
  const isThere = row && (row.expiresAt === null || row.expiresAt > now(ctx));
  return { export: isThere ? toDataExport(ctx, row) : null };
}

/**
 * Asks for an export. The previous one is replaced once the new one is ready.
 * @throws AppError 403 `step_up_required`, 409 while one is being prepared
 */
export async function requestExport(ctx: UserCtx): Promise<{ export: DataExport }> {
  await requireProof(ctx);
  return transaction(ctx, async (tx) => {
    const row: ExportRow = {
      id: tx.ports.ids(),
      accountId: tx.viewer.id,
      state: 'preparing',
      bytes: null,
      createdAt: now(tx),
      readyAt: null,
      expiresAt: null,
    };
    await tx.db
      .insert(dataExports)
      .values(row)
      .catch((error: unknown) => {
        throw sqlState(error) === '23505'
          ? conflict('A copy of your data is already being prepared. We’ll email you when it’s ready.')
          : error;
      });
    await enqueue(tx, { kind: 'data-export', payload: { exportId: row.id } });
    return { export: toDataExport(tx, row) };
  });
}

async function exportPage(tx: Ctx, accountId: string): Promise<string> {
  const [person] = await tx.db
    .select({ isPerformer: accounts.isPerformer })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return `${person?.isPerformer ? routes.creatorAccount : routes.userAccount}?tab=security`;
}

/** Emailed whatever the settings say: somebody else may have asked for it. */
async function notifyReady(tx: Ctx, { accountId, expiresAt }: ExportRow): Promise<void> {
  const href = await exportPage(tx, accountId);
  const text = 'The copy of your data is ready to download.';
  await notify(tx, { to: accountId, type: 'data-export', text, href, letter: null });
  const day = expiresAt ? formatUtcDay(expiresAt) : '';
  await mailAccount(tx, accountId, (site) => ({
    subject: `Your ${site} data is ready to download`,
    lines: [
      `The copy of your data that you asked for is ready. You can download it until ${day}, while you’re logged in:`,
      `${tx.config.publicUrl}${href}`,
      'If you didn’t ask for it, change your password and log out all other devices.',
    ],
  }));
}

async function expiry(ctx: Ctx): Promise<Date> {
  const { exportDays } = await ctx.settings.all();
  return new Date(now(ctx).getTime() + exportDays * dayMs);
}

/** Marks an export as ready and expires those it replaces, whose objects the next sweep removes. */
async function finish(ctx: Ctx, exportId: string, bytes: number): Promise<void> {
  const expiresAt = await expiry(ctx);
  await transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(dataExports)
      .set({ state: 'ready', bytes, readyAt: now(tx), expiresAt })
      .where(and(eq(dataExports.id, exportId), eq(dataExports.state, 'preparing')))
      .returning();
    if (!row) return;
    const others = and(eq(dataExports.accountId, row.accountId), ne(dataExports.id, exportId));
    await tx.db
      .update(dataExports)
      .set({ expiresAt: now(tx) })
      .where(others);
    await notifyReady(tx, row);
  });
}

async function giveUp(ctx: Ctx, exportId: string, error: unknown): Promise<void> {
  ctx.ports.log.error('an export was given up', { export: exportId, error });
  const expiresAt = await expiry(ctx);
  await transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(dataExports)
      .set({ state: 'failed', expiresAt })
      .where(and(eq(dataExports.id, exportId), eq(dataExports.state, 'preparing')))
      .returning();
    if (!row) return;
    await notify(tx, {
      to: row.accountId,
      type: 'data-export',
      text: 'The copy of your data couldn’t be prepared. Try again, or contact us.',
      href: await exportPage(tx, row.accountId),
    });
  });
}

/** The job: writes the ZIP. Repeating it overwrites the same object. */
export async function prepareExport(ctx: Ctx, exportId: string, run: JobRun): Promise<void> {
  const [row] = await ctx.db.select().from(dataExports).where(eq(dataExports.id, exportId));
  if (row?.state !== 'preparing') return;
  // Earlier attempts may have ended with their process, which nothing here could catch.
  if (run.attempt > mostAttempts) return giveUp(ctx, exportId, 'too many attempts');
  try {
    const key = exportKey(exportId);
    const bytes = await writeExport(ctx, { accountId: row.accountId, key, signal: run.signal });
    await finish(ctx, exportId, bytes);
  } catch (error) {
    if (run.signal.aborted || run.attempt < mostAttempts) throw error;
    await giveUp(ctx, exportId, error);
  }
}

/** The recurring job: removes what has expired. A row goes only after its object. */
export async function removeExpiredExports(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(and(isNotNull(dataExports.expiresAt), lte(dataExports.expiresAt, now(ctx))));
  for (const { id } of due) {
    await removeObjects(ctx, [exportKey(id)]);
    await ctx.db.delete(dataExports).where(eq(dataExports.id, id));
  }
}
