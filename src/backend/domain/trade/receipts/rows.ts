import { eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { receipts } from '../../../db/schema/receipts.ts';
import { referenceCode } from '../../../kernel/reference-code.ts';
import { contactAddress } from '../../base/site/contact.ts';

export type ReceiptRow = typeof receipts.$inferSelect;

/**
 * Stores the buyer's and seller's names on the receipt permanently, once per payment. Call it in the
 * transaction of the payment's effect. Payments older than receipts get one on first request.
 */
export async function writeReceipt(
  tx: Ctx,
  { transactionId, accountId }: { transactionId: string; accountId: string },
): Promise<ReceiptRow> {
  const [buyer] = await tx.db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const { siteName, contactEmail } = await tx.settings.all();
  const names = {
    sellerName: siteName,
    sellerEmail: contactAddress(tx, contactEmail),
    buyerName: buyer?.name ?? '',
    buyerEmail: buyer?.email ?? null,
  };
  const row = { transactionId, number: `R-${referenceCode(transactionId)}`, ...names, createdAt: now(tx) };
  await tx.db.insert(receipts).values(row).onConflictDoNothing();
  const [kept] = await tx.db.select().from(receipts).where(eq(receipts.transactionId, transactionId));
  // Only when the number collided with another payment's, which is so rare that a retry with a new id is
  // enough.
  if (!kept) throw new Error('the receipt wasn’t stored');
  return kept;
}
