import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { connectAccounts, payoutMethods } from '../../../db/schema/payouts.ts';
import { seal } from '../../../kernel/sealing.ts';
import { normalizeAccount } from './bank-details.ts';
import { connectPrint } from './connect-accounts.ts';
import { fingerprintOfAccount, openSealed, payoutMethodSeal } from './methods.ts';

export interface Renewed {
  readonly renewed: number;
  /** How many were already encrypted with the current secret. */
  readonly current: number;
  /** Ids of those that none of the known secrets can decrypt. */
  readonly unreadable: readonly string[];
}

const atOnce = 200;

/** Re-encrypts one bank account and updates its fingerprint. */
async function renewBank(
  tx: Ctx,
  row: { id: string; accountId: string; sealed: string },
): Promise<keyof Renewed> {
  const found = await openSealed(tx, row);
  if (!found) return 'unreadable';
  if (found.isCurrent) return 'current';
  const sealed = await seal(payoutMethodSeal(tx, row), JSON.stringify(found.details));
  await tx.db
    .update(payoutMethods)
    .set({ sealed, fingerprint: fingerprintOfAccount(tx, normalizeAccount(found.details)) })
    .where(eq(payoutMethods.id, row.id));
  return 'renewed';
}

async function renewBanks(tx: Ctx): Promise<Renewed> {
  const counted = { renewed: 0, current: 0 };
  const unreadable: string[] = [];
  for (let last: string | null = ''; last !== null;) {
    const after = last === '' ? undefined : gt(payoutMethods.id, last);
    const rows: { id: string; accountId: string; sealed: string | null }[] = await tx.db
      .select({ id: payoutMethods.id, accountId: payoutMethods.accountId, sealed: payoutMethods.sealed })
      .from(payoutMethods)
      .where(and(isNotNull(payoutMethods.sealed), after))
      .orderBy(asc(payoutMethods.id))
      .limit(atOnce)
      .for('update');
    for (const { id, accountId, sealed } of rows) {
      const became = await renewBank(tx, { id, accountId, sealed: sealed ?? '' });
      if (became === 'unreadable') unreadable.push(id);
      else counted[became] += 1;
    }
    last = rows.length < atOnce ? null : (rows.at(-1)?.id ?? null);
  }
  return { ...counted, unreadable };
}

/**
 * Updates the fingerprints of gateway accounts, which depend on the secret. For accounts replaced by another
 * gateway's, the id is no longer known.
 */
async function renewConnect(tx: Ctx): Promise<void> {
  const rows = await tx.db
    .select({
      id: payoutMethods.id,
      fingerprint: payoutMethods.fingerprint,
      gateway: connectAccounts.gateway,
      gatewayId: connectAccounts.gatewayId,
    })
    .from(payoutMethods)
    .innerJoin(connectAccounts, eq(connectAccounts.accountId, payoutMethods.accountId))
    .where(and(eq(payoutMethods.type, 'connect'), isNull(payoutMethods.replacedAt)));
  for (const row of rows) {
    const fingerprint = connectPrint(tx, row);
    if (fingerprint !== row.fingerprint)
      await tx.db.update(payoutMethods).set({ fingerprint }).where(eq(payoutMethods.id, row.id));
  }
}

/**
 * Re-encrypts with the site's present secret every payout method that earlier secrets can decrypt. Repeating
 * it changes nothing.
 */
export async function renewMethods(tx: Ctx): Promise<Renewed> {
  const done = await renewBanks(tx);
  await renewConnect(tx);
  return done;
}
