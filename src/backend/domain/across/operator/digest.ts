import { and, isNull, lt } from 'drizzle-orm';
import { deskRoutes } from '#config/desk-routes.ts';
import type { QueueName } from '#contract/across/operator/desk.ts';
import { plural } from '#lib/format.ts';
import { emailOutbox } from '../../../db/schema/site.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { takeOnce } from '../../../kernel/rate-limit.ts';
import { queueMail } from '../../base/site/mails.ts';
import { operatorAddresses } from '../../base/site/operator-mail.ts';
import { countQueues } from './queues.ts';

const dayMs = 86_400_000;

const labels: Readonly<Record<QueueName, string>> = {
  reports: 'Reports and appeals',
  disputes: 'Disputes',
  orders: 'Order problems',
  payouts: 'Payouts',
  adjustments: 'Adjustments to approve',
  creators: 'Creators to verify',
  contact: 'Contact messages',
  comments: 'Held comments',
  jobs: 'Failed jobs',
  events: 'Failed payment events',
};
const inOrder = Object.keys(labels) as QueueName[];

const waitedFor = (oldestAt: string, time: Date): string => {
  const days = Math.floor((time.getTime() - Date.parse(oldestAt)) / dayMs);
  return days === 0 ? 'less than a day' : plural(days, 'day');
};

/** Emails that have been tried for more than an hour. */
async function stuckMails(ctx: Ctx): Promise<string[]> {
  const hourAgo = new Date(now(ctx).getTime() - 60 * 60_000);
  const count = await ctx.db.$count(
    emailOutbox,
    and(isNull(emailOutbox.sentAt), lt(emailOutbox.createdAt, hourAgo)),
  );
  return count > 0 ? [`Emails that couldn’t be sent: ${count}`] : [];
}

/** A line for each queue in which something waits. */
async function waitingLines(ctx: Ctx): Promise<string[]> {
  const queues = new Map((await countQueues(ctx)).map((queue) => [queue.name, queue]));
  const lines = inOrder.flatMap((name) => {
    const { count = 0, oldestAt = null } = queues.get(name) ?? {};
    if (count === 0 || oldestAt === null) return [];
    return [`${labels[name]}: ${count}, the oldest for ${waitedFor(oldestAt, now(ctx))}`];
  });
  return [...lines, ...(await stuckMails(ctx))];
}

/**
 * Emails operators once a day what waits for them. Writes nothing when nothing does, or when no address is known.
 */
export async function sendOperatorDigest(ctx: Ctx): Promise<void> {
  const addresses = await operatorAddresses(ctx);
  const lines = addresses.length > 0 ? await waitingLines(ctx) : [];
  if (lines.length === 0) return;
  const { siteName } = await ctx.settings.all();
  const time = now(ctx);
  await transaction(ctx, async (tx) => {
    // The job can run twice when a process dies, and once in each after the clock was wrong.
    const day = time.toISOString().slice(0, 10);
    const isFirst = await takeOnce(tx, `operator-digest:${day}`, new Date(time.getTime() + 2 * dayMs));
    if (!isFirst) return;
    for (const to of addresses)
      await queueMail(tx, {
        to,
        subject: `What’s waiting on ${siteName}`,
        text: [lines.join('\n'), `${tx.config.publicUrl}${deskRoutes.overview}`, siteName].join('\n\n'),
      });
  });
}
