import { sql } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';

interface Stream {
  readonly id: string;
  readonly performerId: string;
}
interface Page {
  readonly after: string | null;
  readonly limit: number;
}

const wanting = ({ performerId }: Stream) =>
  sql`SELECT follower_id AS id FROM follows WHERE performer_id = ${performerId} AND notify_posts`;
const reminded = ({ id }: Stream) => sql`SELECT account_id FROM stream_reminders WHERE stream_id = ${id}`;
const paid = ({ id }: Stream) =>
  sql`SELECT account_id FROM purchases WHERE kind = 'stream' AND item_id = ${id} AND reversed_at IS NULL`;

/** What there is to say of a stream. */
export type StreamNews = 'announced' | 'live' | 'cancelled';

function peopleFor(stream: Stream, what: StreamNews) {
  if (what === 'announced') return wanting(stream);
  const all = sql`${wanting(stream)} UNION ${reminded(stream)}`;
  return what === 'live' ? sql`${all} UNION ${paid(stream)}` : all;
}

/**
 * Who is told of a stream, in the order of their ids: followers who want news, unless it is only announced also
 * those who asked to be reminded, and once it begins those who have a ticket. Of a cancellation, they learn with
 * their refund.
 */
export async function interestedIn(
  ctx: Ctx,
  { what, ...stream }: Stream & { readonly what: StreamNews },
  { after, limit }: Page,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    ctx.db.execute(
      sql`SELECT id FROM (${peopleFor(stream, what)}) AS people WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${limit}`,
    ),
  );
  return rows.map(({ id }) => id);
}
