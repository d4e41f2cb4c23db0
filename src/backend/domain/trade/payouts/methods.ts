import { and, desc, eq, isNull } from 'drizzle-orm';
import type { BankingSettings, PayoutMethod } from '#contract/trade/payouts.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { connectAccounts, payoutMethods } from '../../../db/schema/payouts.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { open, seal, siteSeal } from '../../../kernel/sealing.ts';
import { checkCountry } from '../shop/addresses.ts';
import { type BankDetails, normalizeAccount, readBank } from './bank-details.ts';
import { requirementTexts } from './connect-requirements.ts';
import { requireProofOr } from '../../people/accounts/factors/proof.ts';
import { mailMethodChanged } from './mails.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

export type MethodRow = typeof payoutMethods.$inferSelect;
export type MethodView = PayoutMethod;
type Connected = Pick<typeof connectAccounts.$inferSelect, 'payoutsEnabled' | 'requirements'>;

export const HOUR_MS = 3_600_000;
const columns = {
  method: payoutMethods,
  connect: { payoutsEnabled: connectAccounts.payoutsEnabled, requirements: connectAccounts.requirements },
};
export const payoutMethodSeal = (ctx: Ctx, { id, accountId }: Pick<MethodRow, 'id' | 'accountId'>) =>
  siteSeal(ctx, { purpose: 'payout-methods', about: `${accountId}:${id}` });

/**
 * Decrypted bank details, to show the operator and for comparison. `isCurrent`: encrypted with the current
 * secret. Null when none of the known secrets can decrypt them.
 */
export async function openSealed(
  ctx: Ctx,
  row: Pick<MethodRow, 'id' | 'accountId'> & { readonly sealed: string },
): Promise<{ details: BankDetails; isCurrent: boolean } | null> {
  const found = await open(payoutMethodSeal(ctx, row), row.sealed).catch(() => null);
  return found && { details: JSON.parse(found.plain) as BankDetails, isCurrent: found.isCurrent };
}
const decryptDetails = async (ctx: Ctx, { id, accountId, sealed }: MethodRow): Promise<BankDetails | null> =>
  sealed === null ? null : ((await openSealed(ctx, { id, accountId, sealed }))?.details ?? null);

/** The same for the same account, whoever entered it. Reveals nothing without the site's secret. */
export const fingerprintOfAccount = (ctx: Ctx, normal: string): string =>
  ctx.ports.crypto.hmac(ctx.config.secret, `payout-account:${normal}`);

export const isLocked = (ctx: Ctx, { lockedUntil }: Pick<MethodRow, 'lockedUntil'>): boolean =>
  lockedUntil > now(ctx);

const presentMethod = (ctx: Ctx, row: MethodRow, connect: Connected | null): MethodView => ({
  _id: row.id,
  type: row.type,
  ...row.shown,
  isChosen: row.isChosen,
  isReady: row.type === 'bank' || connect?.payoutsEnabled === true,
  requirements: row.type === 'bank' ? [] : requirementTexts(connect?.requirements ?? []),
  lockedUntil: isLocked(ctx, row) ? row.lockedUntil.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
});

const select = (ctx: Ctx) =>
  ctx.db
    .select(columns)
    .from(payoutMethods)
    .leftJoin(
      connectAccounts,
      and(eq(payoutMethods.type, 'connect'), eq(connectAccounts.accountId, payoutMethods.accountId)),
    );
const isActiveMethod = (accountId: string) =>
  and(eq(payoutMethods.accountId, accountId), isNull(payoutMethods.replacedAt));

export async function listMethods(ctx: UserCtx): Promise<{ data: MethodView[]; total: number }> {
  const rows = await select(ctx)
    .where(isActiveMethod(ctx.viewer.id))
    .orderBy(desc(payoutMethods.isChosen), desc(payoutMethods.createdAt));
  return { data: rows.map(({ method, connect }) => presentMethod(ctx, method, connect)), total: rows.length };
}

export async function findMethod(ctx: Ctx, id: string): Promise<{ row: MethodRow; view: MethodView } | null> {
  const [found] = await select(ctx).where(eq(payoutMethods.id, id));
  return found ? { row: found.method, view: presentMethod(ctx, found.method, found.connect) } : null;
}

export async function chosenMethod(
  ctx: Ctx,
  accountId: string,
): Promise<{ row: MethodRow; view: MethodView } | null> {
  const [found] = await select(ctx).where(and(isActiveMethod(accountId), eq(payoutMethods.isChosen, true)));
  return found ? { row: found.method, view: presentMethod(ctx, found.method, found.connect) } : null;
}

/**
 * The method chosen before a series of changes: a change on top of one that can still be undone reverts to
 * the same method.
 */
const trusted = (tx: Ctx, chosen: MethodRow | undefined): string | null =>
  chosen ? (chosen.undoHash !== null && isLocked(tx, chosen) ? chosen.previousId : chosen.id) : null;

/**
 * Starts a change by deselecting the current method. Returns the columns of the newly chosen one and the
 * token for the email. Lock the creator's row.
 */
async function beginChange(tx: UserCtx): Promise<{
  set: Pick<MethodRow, 'isChosen' | 'lockedUntil' | 'undoHash' | 'previousId' | 'updatedAt'>;
  token: string;
}> {
  const [account] = await tx.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, tx.viewer.id));
  if (!account?.email) throw conflict('Add an email address first. We email you a link to undo this change.');
  const [chosen] = await tx.db
    .update(payoutMethods)
    .set({ isChosen: false })
    .where(and(eq(payoutMethods.accountId, tx.viewer.id), eq(payoutMethods.isChosen, true)))
    .returning();
  const { payoutLockHours } = await tx.settings.all();
  const time = now(tx);
  const token = tx.ports.crypto.randomToken(32);
  const set = {
    isChosen: true,
    lockedUntil: new Date(time.getTime() + payoutLockHours * HOUR_MS),
    undoHash: tx.ports.crypto.sha256(token),
    previousId: trusted(tx, chosen),
    updatedAt: time,
  };
  return { set, token };
}

/**
 * Chooses one of the existing methods.
 * @throws AppError 403 `step_up_required`; 404 when it isn't the viewer's; 409; 422 for a wrong password.
 */
export async function chooseMethod(
  ctx: UserCtx,
  id: string,
  password: string | undefined,
): Promise<MethodView> {
  const found = await findMethod(ctx, id);
  if (found?.row.accountId !== ctx.viewer.id || found.row.replacedAt !== null) throw notFound();
  if (!found.view.isReady)
    throw conflict(`${found.view.bank} can’t pay you yet. Give it the information it still needs first.`);
  await requireProofOr(ctx, password);
  return transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    const [row] = await tx.db
      .select()
      .from(payoutMethods)
      .where(and(eq(payoutMethods.id, id), isActiveMethod(tx.viewer.id)));
    if (!row) throw notFound();
    if (!row.isChosen) {
      const { set, token } = await beginChange(tx);
      await tx.db.update(payoutMethods).set(set).where(eq(payoutMethods.id, id));
      await mailMethodChanged(tx, { ...row, ...set }, token);
    }
    const chosen = await findMethod(tx, id);
    if (!chosen) throw notFound();
    return chosen.view;
  });
}

/**
 * Makes a bank account the payout method, effective after the lock. Entering the same details again changes
 * nothing.
 * @throws AppError 403 `step_up_required`, 404, 422
 */
export async function saveBank(ctx: UserCtx, id: string, given: BankingSettings): Promise<MethodView> {
  if (id !== ctx.viewer.id) throw notFound();
  await checkCountry(given.country);
  const details = readBank(given);
  await requireProofOr(ctx, given.password);
  const accountId = ctx.viewer.id;
  const methodId = ctx.ports.ids();
  const normal = normalizeAccount(details);
  const sealed = await seal(payoutMethodSeal(ctx, { id: methodId, accountId }), JSON.stringify(details));
  return transaction(ctx, async (tx) => {
    await lockCreator(tx, accountId);
    const [present] = await tx.db
      .select()
      .from(payoutMethods)
      .where(and(isActiveMethod(accountId), eq(payoutMethods.type, 'bank')));
    const same =
      present?.isChosen === true &&
      JSON.stringify(await decryptDetails(tx, present)) === JSON.stringify(details);
    if (present && same) return presentMethod(tx, present, null);
    const { set, token } = await beginChange(tx);
    // Exactly the time at which the next one was created: undoing finds this one by it.
    if (present)
      await tx.db
        .update(payoutMethods)
        .set({ replacedAt: set.updatedAt, isChosen: false })
        .where(eq(payoutMethods.id, present.id));
    const shown = {
      holder: details.holder,
      bank: details.bank,
      country: details.country,
      last4: normal.slice(-4),
    };
    const [row] = await tx.db
      .insert(payoutMethods)
      .values({
        id: methodId,
        accountId,
        type: 'bank',
        sealed,
        shown,
        fingerprint: fingerprintOfAccount(tx, normal),
        ...set,
        createdAt: set.updatedAt,
      })
      .returning();
    if (!row) throw new Error('the payout method vanished');
    await mailMethodChanged(tx, row, token);
    return presentMethod(tx, row, null);
  });
}
