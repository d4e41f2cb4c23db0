import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { ledgerAccounts } from '../../../db/schema/ledger.ts';
import type { Entry, Posting } from './ledger.ts';

type WalletPosting = Extract<Posting, { kind: string }>;
const isWallet = (posting: Posting): posting is WalletPosting =>
  'kind' in posting && posting.kind === 'wallet';
const ofSite = (postings: readonly Posting[], name: string) =>
  postings.reduce(
    (sum, posting) => ('site' in posting && posting.site === name ? sum + posting.amount : sum),
    0,
  );

/**
 * For reversing a top-up whose money is already gone: takes back the tokens that are left and charges the
 * value of the missing ones to the site's `losses`. Any other entry is returned unchanged. Locks the wallet
 * until the end of `tx`.
 */
export async function withLosses(tx: Ctx, entry: Entry): Promise<Entry> {
  const wallet = entry.postings.find(isWallet);
  if (!wallet || wallet.amount >= 0) return entry;
  const [row] = await tx.db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.ownerId, wallet.ownerId)))
    .for('no key update');
  const [due, there] = [-wallet.amount, row?.balance ?? 0];
  if (there >= due) return entry;
  const worth = -ofSite(entry.postings, 'exchangeMoney');
  const left = Math.floor((worth * there) / due);
  const rest = entry.postings.filter(
    (posting) =>
      !isWallet(posting) &&
      !('site' in posting && (posting.site === 'exchangeTokens' || posting.site === 'exchangeMoney')),
  );
  const postings: Posting[] = [
    ...rest,
    { ...wallet, amount: -there },
    { site: 'exchangeTokens', amount: there },
    { site: 'exchangeMoney', amount: -left },
    { site: 'losses', amount: left - worth },
  ];
  return { ...entry, postings };
}
