import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, transaction } from '../../../../kernel/context.ts';
import type { JobPayloads } from '../../../../kernel/job-payloads.ts';
import { enqueue } from '../../../../kernel/job-queue.ts';
import { lockAccess } from '../../../base/access/block-rules.ts';
import { interestedIn } from '../../../base/access/interested.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { type StreamRow, isRunning } from './rows.ts';

type News = JobPayloads['stream-announce'];
const BATCH = 200;

/** Nothing is said that isn't true anymore. */
const isNews = (row: StreamRow, { what }: News): boolean =>
  what === 'live' ? isRunning(row) : row.state === (what === 'announced' ? 'scheduled' : 'cancelled');

const formatNews = ({ what }: News, name: string, title: string): string =>
  ({
    announced: `${name} announced a live stream: “${title}”`,
    live: `${name} is live: “${title}”`,
    cancelled: `${name} canceled the live stream “${title}”`,
  })[what];

/** The job: tells a batch of people that a stream was announced, has begun or was canceled, and queues the next. */
export function announceStream(ctx: Ctx, news: News): Promise<void> {
  const { streamId, what } = news;
  return transaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ stream: streams, name: accounts.name, suspendedAt: accounts.suspendedAt })
      .from(streams)
      .innerJoin(accounts, eq(accounts.id, streams.performerId))
      .where(eq(streams.id, streamId));
    if (!found || found.suspendedAt !== null || !isNews(found.stream, news)) return;
    const { performerId } = found.stream;
    await lockAccess(tx, [performerId]);
    const title = shortText(found.stream.title, 60);
    const people = await interestedIn(
      tx,
      { id: streamId, performerId, what },
      { after: news.after, limit: BATCH },
    );
    for (const to of people)
      await notify(tx, {
        to,
        type: 'live',
        actor: { id: performerId, name: found.name },
        text: formatNews(news, found.name, title),
        // Nobody else can open a canceled stream.
        href: what === 'cancelled' ? routes.profile(performerId) : routes.stream(streamId),
        group: { key: `stream-${what}:${streamId}` },
        once: true,
      });
    const last = people.length === BATCH ? people.at(-1) : undefined;
    if (last !== undefined)
      await enqueue(tx, { kind: 'stream-announce', payload: { ...news, after: last } });
  });
}
