import { eq } from 'drizzle-orm';
import { transaction } from '#backend/kernel/context.ts';
import { referrals } from '#backend/db/schema/referrals.ts';
import { spend } from '#backend/domain/money/wallet/spend.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { creditReferrers } from '#backend/domain/money/referrals/credits.ts';
import type { Person, TestApp } from './test-app.ts';

const day = 86_400_000;

/** Referrals, payments between people, and the job that credits referrers. */
export function referringIn(app: Pick<TestApp, 'db' | 'ctx' | 'ctxOf' | 'ports'>) {
  const { db, ctx, ctxOf, ports } = app;

  /** Records that someone has just joined with someone's code. */
  async function refer(
    referrer: Person,
    referred: Person,
    terms: { bps?: number; days?: number } = {},
  ): Promise<string> {
    const [id, moment] = [ports.ids(), ports.clock.now()];
    const endsAt = new Date(moment.getTime() + (terms.days ?? 365) * day);
    await db.insert(referrals).values({
      id,
      referrerId: referrer.id,
      referredId: referred.id,
      startsAt: moment,
      endsAt,
      bps: terms.bps ?? 500,
      seenUntil: moment,
      createdAt: moment,
    });
    return id;
  }
  /**
   * Pays a creator with tokens; returns the transaction id. With 20 tokens per 1.00 and 20% commission, the
   * site keeps a cent per token.
   */
  const tip = (fan: Person, creator: Person, tokens: number): Promise<string> =>
    transaction(
      ctxOf(fan.viewer),
      async (tx) =>
        (
          await spend(tx, {
            kind: 'tip',
            itemId: creator.id,
            performerId: creator.id,
            tokens,
            description: 'Tip',
            did: null,
            href: null,
          })
        ).posted.transactionId,
    );
  const undo = (id: string): Promise<unknown> => transaction(ctx, (tx) => refund(tx, id, ''));
  const credit = (): Promise<void> => creditReferrers(ctx);
  const referralOf = async (id: string) =>
    (await db.select().from(referrals).where(eq(referrals.id, id)))[0]!;
  const wallet = (person: Person) => balanceOf(ctx, 'wallet', person.id);
  const earned = (person: Person) => balanceOf(ctx, 'earnings', person.id);
  return { refer, tip, undo, credit, referralOf, wallet, earned };
}
