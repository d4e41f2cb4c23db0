import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatTokens } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, transaction } from '../../../../kernel/context.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { JobPayloads } from '../../../../kernel/job-payloads.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { type Ticket, listTickets } from '../../../money/wallet/ticket-purchases.ts';
import type { StreamRow } from './rows.ts';

/** Refunds a payment. Passed in, because refunds reach into every area that sells something. */
export type RefundPayment = (tx: Ctx, transactionId: string, reason: string) => Promise<unknown>;

/** Whether a ticket is refunded: the stream was canceled, ended soon after the purchase, or had no media since. */
async function isRefundDue(ctx: Ctx, row: StreamRow, { createdAt }: Ticket, mediaUntil: Date | null): Promise<boolean> {
  if (row.state === 'cancelled' || mediaUntil === null || mediaUntil <= createdAt) return true;
  const { streamRefundMinutes } = await ctx.settings.all();
  const ended = row.endedAt ?? mediaUntil;
  return ended.getTime() - createdAt.getTime() < streamRefundMinutes * 60_000;
}

async function refundTicket(ctx: Ctx, row: StreamRow, { ticket, refund }: { ticket: Ticket; refund: RefundPayment }) {
  const title = shortText(row.title, 60);
  const why = row.state === 'cancelled' ? 'was canceled' : 'ended early';
  await transaction(ctx, async (tx) => {
    await refund(tx, ticket.transactionId, `the stream ${why}`);
    await notify(tx, {
      to: ticket.accountId,
      type: 'ticket-refund',
      text: `“${title}” ${why}. Your ${formatTokens(ticket.price)} are back in your wallet.`,
      href: row.state === 'cancelled' ? routes.profile(row.performerId) : routes.stream(row.id),
    });
  }).catch((error: unknown) => {
    // Refunded before, by an earlier run of this job or by the operator.
    if (!(error instanceof AppError) || error.status !== 409) throw error;
  });
}

/** The job: after a stream, refunds the tickets that gave too little to watch, each in its own transaction. */
export async function refundTickets(
  ctx: Ctx,
  { streamId, mediaUntil }: JobPayloads['stream-tickets'],
  refund: RefundPayment,
): Promise<void> {
  const [row] = await ctx.db.select().from(streams).where(eq(streams.id, streamId));
  if (!row || (row.state !== 'ended' && row.state !== 'cancelled')) return;
  const until = mediaUntil === null ? null : new Date(mediaUntil);
  for (const ticket of await listTickets(ctx, streamId))
    if (await isRefundDue(ctx, row, ticket, until)) await refundTicket(ctx, row, { ticket, refund });
}
