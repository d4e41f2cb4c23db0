import type { Tokens } from '#lib/units.ts';
import type { ChargeKind } from '#contract/money/wallet.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { formatTokens } from '#lib/format.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { rooms } from '../../../kernel/hub.ts';
import { type Posted, post } from '../../base/ledger/ledger.ts';
import { spendPostings, tokensToMoney } from '../../base/ledger/postings.ts';
import { notify } from '../../people/notifications/notify.ts';
import { checkSpendCaps } from './spend-cap-check.ts';

export type Charged = ReplySource<'POST /wallet/charges/feed/:id'>;
export interface Spending {
  readonly kind: ChargeKind;
  /** The item paid for, or the creator of a tip. */
  readonly itemId: string;
  readonly performerId: string;
  readonly tokens: Tokens;
  /** Shown in the fan's history. */
  readonly description: string;
  /**
   * What the creator is told the fan did, and the page to open; null when they are notified in another way.
   */
  readonly did: string | null;
  readonly href: string | null;
}

/** Moves tokens from the viewer's wallet to a creator, and notifies both after the commit. */
export async function spend(tx: UserCtx, spending: Spending): Promise<{ posted: Posted; reply: Charged }> {
  const { kind, itemId, performerId, tokens, description } = spending;
  const { tokenRate, commissionBps } = await tx.settings.all();
  const accountId = tx.viewer.id;
  const postings = spendPostings({ accountId, performerId, tokens, tokenRate, commissionBps });
  const posted = await post(tx, {
    kind: 'charge',
    subject: kind,
    subjectId: itemId,
    actorId: accountId,
    performerId,
    description,
    postings,
  });
  // Checked while the wallet is locked, so that two concurrent charges can't both slip under a cap.
  await checkSpendCaps(tx, { performerId, cents: tokensToMoney(tokens, tokenRate), isWritten: true });
  const balance = posted.balanceOf('wallet', accountId);
  tx.emit(rooms.account(accountId), 'balance/updated', { added: -tokens, balance });
  if (spending.did !== null) {
    await notify(tx, {
      to: performerId,
      type: kind === 'tip' ? 'tip' : 'purchase',
      kind,
      actor: tx.viewer,
      text: `${tx.viewer.name} ${spending.did} for ${formatTokens(tokens)}.`,
      href: spending.href,
    });
  }
  return {
    posted,
    reply: {
      _id: posted.transactionId,
      kind,
      itemId,
      tokens,
      balance,
      createdAt: posted.createdAt.toISOString(),
    },
  };
}
