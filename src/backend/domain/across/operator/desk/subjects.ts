import { invalid } from '../../../../kernel/errors.ts';
import type { OperatorCtx } from '../audit.ts';
import { findPayments } from './payments.ts';
import { quoted } from './quoted.ts';
import { findThings } from './things.ts';

/** An order, payout or payment that an adjustment is about, and what it is called. */
export interface Subject {
  readonly kind: 'order' | 'payout' | 'payment';
  /** The payout or payment; an order's payment, because not every order has a page at the desk. */
  readonly _id: string;
  readonly label: string;
}

type Concerned = { readonly _id: string } | null;
const isInvolved = (personId: string, ...sides: readonly Concerned[]) =>
  sides.some((side) => side?._id === personId);

/**
 * Finds what was typed among the person's own orders, payouts and payments.
 * @throws AppError 422 on `reference` if it is none of theirs
 */
export async function findSubject(ctx: OperatorCtx, typed: string, personId: string): Promise<Subject> {
  const quotedQuery = quoted(typed);
  const [things, payments] = await Promise.all([
    findThings(ctx, quotedQuery),
    findPayments(ctx, quotedQuery),
  ]);
  for (const { _id, kind, title, owner, other, paymentId } of things)
    if (isInvolved(personId, owner, other)) {
      if (kind === 'order' && paymentId)
        return { kind, _id: paymentId, label: `Order ${title.split(' · ', 1)[0]}` };
      if (kind === 'payout') return { kind, _id, label: title ? `Payout ${title}` : 'Payout' };
    }
  const paid = payments.find(({ paidBy, earnedBy }) => isInvolved(personId, paidBy, earnedBy));
  if (paid) return { kind: 'payment', _id: paid._id, label: paid.description };
  throw invalid('reference', 'This person has no order, payout or payment with this number or ID.');
}
