import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { ledgerAccounts } from '../../db/schema.ts';
import type { Entry, Posting } from './ledger.ts';

type WalletLeg = Extract<Posting, { kind: string }>;
const isWallet = (leg: Posting): leg is WalletLeg => 'kind' in leg && leg.kind === 'wallet';
const ofSite = (legs: readonly Posting[], name: string) =>
  legs.reduce((sum, leg) => ('site' in leg && leg.site === name ? sum + leg.amount : sum), 0);

/**
 * Of the reversal of a top-up whose money has left already: takes back the tokens that are still there and lets the site's `losses` bear
 * what the missing ones were worth. Anything else stays as it is. Holds the wallet until the end of `tx`.
 */
export async function withLosses(tx: Ctx, entry: Entry): Promise<Entry> {
  const wallet = entry.legs.find(isWallet);
  if (!wallet || wallet.amount >= 0) return entry;
  const [row] = await tx.db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.ownerId, wallet.ownerId)))
    .for('no key update');
  const [due, there] = [-wallet.amount, row?.balance ?? 0];
  if (there >= due) return entry;
  const worth = -ofSite(entry.legs, 'exchangeMoney');
  const left = Math.floor((worth * there) / due);
  const rest = entry.legs.filter(
    (leg) =>
      !isWallet(leg) && !('site' in leg && (leg.site === 'exchangeTokens' || leg.site === 'exchangeMoney')),
  );
  const legs: Posting[] = [
    ...rest,
    { ...wallet, amount: -there },
    { site: 'exchangeTokens', amount: there },
    { site: 'exchangeMoney', amount: -left },
    { site: 'losses', amount: left - worth },
  ];
  return { ...entry, legs };
}
