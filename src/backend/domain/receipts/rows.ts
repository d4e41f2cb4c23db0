import { eq } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { receipts } from '../../db/schema/receipts.ts';
import { referenceCode } from '../../kernel/reference-code.ts';
import { contactAddress } from '../site/routes.ts';

export type ReceiptRow = typeof receipts.$inferSelect;

/**
 * Writes down for good what a receipt says of both sides, once a payment. Call it in the transaction of the
 * payment's effect; a payment from before there were receipts gets its own when somebody asks for it.
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
  // Another payment's number: so rare that trying again, with another id, is answer enough.
  if (!kept) throw new Error('the receipt wasn’t stored');
  return kept;
}
