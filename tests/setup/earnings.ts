import { eq } from 'drizzle-orm';
import { transaction } from '#backend/kernel/context.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { type Entry, type Posting, post, reverse } from '#backend/domain/base/ledger/ledger.ts';
import { cardSalePostings, spendPostings } from '#backend/domain/base/ledger/postings.ts';
import { approveAdjustment, proposeAdjustment } from '#backend/domain/across/operator/adjustments.ts';
import type { TestApp } from './test-app.ts';

type Sold = { fanId: string; creatorId: string };

/**
 * Everything that changes a creator's earnings, through the ledger and at the time of the test's clock. Each
 * function returns the transaction's id.
 */
export function earningsIn(app: Pick<TestApp, 'ctx' | 'db' | 'ports' | 'fund' | 'settings'>) {
  const { ctx, db, ports, settings } = app;
  const write = async (entry: Entry) => (await transaction(ctx, (tx) => post(tx, entry))).transactionId;

  async function charge(
    { fanId, creatorId }: Sold,
    { subject, subjectId, tokens }: { subject: string; subjectId: string; tokens: number },
  ): Promise<string> {
    const { tokenRate, commissionBps } = await settings.all();
    await app.fund(fanId, tokens);
    const postings = spendPostings({
      accountId: fanId,
      performerId: creatorId,
      tokens,
      tokenRate,
      commissionBps,
    });
    return write({
      kind: 'charge',
      subject,
      subjectId,
      actorId: fanId,
      performerId: creatorId,
      description: `A ${subject}`,
      postings,
    });
  }
  const tip = (sold: Sold, tokens: number) =>
    charge(sold, { subject: 'tip', subjectId: sold.creatorId, tokens });

  /** A subscription to attach payments to. */
  async function openSubscription({ fanId, creatorId }: Sold): Promise<string> {
    const id = ports.ids();
    const moment = ports.clock.now();
    await db.insert(subscriptions).values({
      id,
      userId: fanId,
      performerId: creatorId,
      type: 'monthly',
      state: 'active',
      price: 999,
      gateway: 'sandbox',
      startedAt: moment,
      periodEnd: new Date(moment.getTime() + 30 * 86_400_000),
      createdAt: moment,
      updatedAt: moment,
    });
    return id;
  }
  async function paySubscription(
    { fanId, creatorId }: Sold,
    subscriptionId: string,
    amount = 999,
  ): Promise<string> {
    const { commissionBps } = await settings.all();
    const postings = cardSalePostings({ performerId: creatorId, amount, commissionBps });
    return write({
      kind: 'subscription',
      subject: 'subscription',
      subjectId: subscriptionId,
      actorId: fanId,
      performerId: creatorId,
      description: 'Monthly subscription',
      postings,
    });
  }
  const endSubscription = (id: string) =>
    db
      .update(subscriptions)
      .set({ state: 'expired', periodEnd: ports.clock.now() })
      .where(eq(subscriptions.id, id));

  const refund = async (id: string) =>
    (await transaction(ctx, (tx) => reverse(tx, id, 'Refund'))).transactionId;
  /** A lost dispute: the creator and the site return their shares. */
  const dispute = ({ fanId, creatorId }: Sold, { net, commission }: { net: number; commission: number }) =>
    write({
      kind: 'dispute',
      subject: 'subscription',
      actorId: fanId,
      performerId: creatorId,
      description: 'Disputed',
      postings: [
        { kind: 'earnings', ownerId: creatorId, amount: -net },
        { site: 'commission', amount: -commission },
        { site: 'gateway', amount: net + commission },
      ],
    });
  const referral = (creatorId: string, amount: number) =>
    write({
      kind: 'referral',
      subject: 'referral',
      actorId: null,
      performerId: creatorId,
      description: 'Referral',
      postings: [
        { site: 'commission', amount: -amount },
        { kind: 'earnings', ownerId: creatorId, amount },
      ],
    });
  const aside = (kind: 'payout' | 'payout_returned', creatorId: string, amount: number) => {
    const sign = kind === 'payout' ? 1 : -1;
    const postings: Posting[] = [
      { kind: 'earnings', ownerId: creatorId, amount: -amount * sign },
      { kind: 'payout', ownerId: creatorId, amount: amount * sign },
    ];
    return write({
      kind,
      subject: kind,
      actorId: creatorId,
      performerId: creatorId,
      description: 'Payout',
      postings,
    });
  };
  const payoutPaid = (creatorId: string, amount: number) =>
    write({
      kind: 'payout_paid',
      subject: 'payout_paid',
      actorId: creatorId,
      performerId: creatorId,
      description: 'Paid out',
      postings: [
        { kind: 'payout', ownerId: creatorId, amount: -amount },
        { site: 'gateway', amount },
      ],
    });

  /** A correction that two operators agreed on. */
  async function adjust(change: { accountId: string; purse: 'wallet' | 'earnings'; amount: number }) {
    const shell = { ...ctx, actor: 'root', actorId: null };
    const { accountId: person, ...draft } = change;
    const { id } = await proposeAdjustment(shell, {
      ...draft,
      person,
      reason: 'A correction',
      reference: '',
    });
    const asOther = { ...shell, actor: 'another' };
    return (await approveAdjustment(asOther, id, 'Checked')).transactionId ?? '';
  }

  return {
    adjust,
    charge,
    tip,
    openSubscription,
    paySubscription,
    endSubscription,
    refund,
    dispute,
    referral,
    aside,
    payoutPaid,
  };
}
