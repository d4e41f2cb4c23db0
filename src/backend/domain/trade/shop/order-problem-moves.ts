import { eq } from 'drizzle-orm';
import type { OrderEventName, OrderMove, OrderProblemReason } from '#contract/trade/orders.ts';
import { plural } from '#lib/format.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { orders } from '../../../db/schema/shop.ts';
import { conflict } from '../../../kernel/errors.ts';
import { dayMs, notifySides } from './order-creating.ts';
import { calculateDeadline, formatOrderName, note, notifyOthers } from './order-moving.ts';
import type { Actor, OrderRow, ProblemAction, ProblemEffect } from './order-state-machine.ts';

export type ProblemMove = Extract<OrderMove, { action: ProblemAction }>;
type Changes = Partial<typeof orders.$inferInsert>;
/** What happens to a problem, as the timeline and the other side hear of it. */
interface Happened {
  readonly by: Actor;
  readonly event: OrderEventName;
  readonly note?: string;
  /** After the name of the order. */
  readonly phrase: string;
  readonly set: Changes;
}

const inDays = (tx: Ctx, days: number): Date => new Date(now(tx).getTime() + days * dayMs);

async function record(tx: Ctx, order: OrderRow, happened: Happened): Promise<void> {
  const { by, event, phrase, set, note: words = '' } = happened;
  await tx.db
    .update(orders)
    .set({ ...set, updatedAt: now(tx) })
    .where(eq(orders.id, order.id));
  await note(tx, order.id, { by, event, note: words });
  await notifyOthers(tx, order, { by, text: `${formatOrderName(order)}${phrase}` });
  notifySides(tx, order);
}

/** The seller has answered; the buyer has some days to object. */
export const answered = (tx: Ctx, days: number): Changes => ({
  problemState: 'answered',
  problemSince: now(tx),
  deadlineAt: inDays(tx, days),
  deadlineEffect: 'settle',
});

const escalated = (tx: Ctx): Changes => ({
  problemState: 'escalated',
  problemSince: now(tx),
  deadlineAt: null,
  deadlineEffect: null,
});

/** The problem is closed, and the order goes on as delivered. */
export const problemEnded = async (
  tx: Ctx,
  order: OrderRow,
  outcome: NonNullable<OrderRow['problemOutcome']>,
): Promise<Changes> => ({
  problemState: 'closed',
  problemOutcome: outcome,
  problemSince: now(tx),
  state: 'delivered',
  ...(await calculateDeadline(tx, order, 'delivered')),
});

const reportPhrases: Readonly<Record<OrderProblemReason, string>> = {
  'not-arrived': 'hasn’t arrived',
  damaged: 'arrived damaged',
  'wrong-item': 'isn’t what was ordered',
  incomplete: 'isn’t complete',
  other: 'has a problem',
};

async function reported(tx: Ctx, move: Extract<ProblemMove, { action: 'report' }>): Promise<Happened> {
  const { orderAnswerDays: days } = await tx.settings.all();
  return {
    by: 'buyer',
    event: 'reported',
    note: move.text,
    phrase: ` ${reportPhrases[move.problem]}, the buyer says. Answer within ${plural(days, 'day')}, or the site decides.`,
    set: {
      problem: move.problem,
      problemState: 'open',
      problemSince: now(tx),
      deadlineAt: inDays(tx, days),
      deadlineEffect: 'escalate',
    },
  };
}

async function happenedIn(tx: Ctx, order: OrderRow, move: ProblemMove): Promise<Happened> {
  const { orderAnswerDays, orderDeliverDays } = await tx.settings.all();
  switch (move.action) {
    case 'report':
      return reported(tx, move);
    case 'answer':
      return {
        by: 'seller',
        event: 'answered',
        note: move.text,
        phrase: `: the creator answered. Reply within ${plural(orderAnswerDays, 'day')}, or the problem is closed.`,
        set: answered(tx, orderAnswerDays),
      };
    case 'resend':
      return {
        by: 'seller',
        event: 'resent',
        note: [`${move.carrier}, ${move.tracking}`, move.text].filter(Boolean).join(' · '),
        phrase: ' was shipped again.',
        // As long as any parcel may take.
        set: {
          ...answered(tx, Math.max(orderDeliverDays, orderAnswerDays)),
          carrier: move.carrier,
          tracking: move.tracking,
        },
      };
    case 'solve':
      return {
        by: 'buyer',
        event: 'solved',
        phrase: ': the buyer says that the problem is solved.',
        set: await problemEnded(tx, order, 'solved'),
      };
    case 'escalate':
      return {
        by: 'buyer',
        event: 'escalated',
        note: move.text,
        phrase: ': the buyer asked the site to decide about the problem.',
        set: escalated(tx),
      };
  }
}

/**
 * Past the deadline, its effect applies even if the job hasn't run yet.
 * @throws AppError 409
 */
function refuseLateReply(tx: Ctx, { deadlineAt, deadlineEffect }: OrderRow, { action }: ProblemMove): void {
  if (!deadlineAt || deadlineAt > now(tx) || action === 'solve') return;
  if (deadlineEffect === 'escalate') throw conflict('The time to answer is over. The site will decide.');
  if (deadlineEffect === 'settle') throw conflict('The time to reply is over. The problem is closed.');
}

/**
 * Reports a problem with a locked order, or does something about it. The caller checks whether it is permitted.
 * @throws AppError 409 after the deadline.
 */
export async function moveProblem(tx: Ctx, order: OrderRow, move: ProblemMove): Promise<void> {
  refuseLateReply(tx, order, move);
  await record(tx, order, await happenedIn(tx, order, move));
}

/** What happens to a locked order's problem when nobody answered in time. */
export async function applyProblemDeadline(tx: Ctx, order: OrderRow, effect: ProblemEffect): Promise<void> {
  await record(
    tx,
    order,
    effect === 'escalate'
      ? {
          by: 'system',
          event: 'escalated',
          phrase: ': the creator didn’t answer in time, so the site decides about the problem.',
          set: escalated(tx),
        }
      : {
          by: 'system',
          event: 'settled',
          phrase: ': the problem was closed, because the buyer didn’t reply.',
          set: await problemEnded(tx, order, 'no-reply'),
        },
  );
}

/** Closes a locked order's problem without a refund, as the operator decided. */
export const closeProblem = async (tx: Ctx, order: OrderRow, reason: string): Promise<void> =>
  record(tx, order, {
    by: 'operator',
    event: 'decided',
    note: reason,
    phrase: `: the site decided that nothing is refunded. ${reason}`,
    set: await problemEnded(tx, order, 'no-refund'),
  });
