import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { SoughtWords } from '#lib/snippet.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { messages } from '../../../db/schema/messages.ts';

interface Search {
  readonly query: Pick<ParsedInput<'GET /messages/search'>['query'], 'conversationId' | 'from' | 'limit'>;
  readonly viewer: string;
  readonly words: SoughtWords;
  /** Of messages after a cursor. */
  readonly older: SQL | undefined;
  /** Whether the viewer may see the other side of `newest`. */
  readonly visible: SQL;
  /** How many of the newest messages are read. */
  readonly most: number;
}

/** Whether a text has all the words, by the same definition as every other search. */
function says({ whole, begun }: SoughtWords, text: SQL): SQL {
  const words = sql`search_words_of(${text})`;
  const list = whole.map((word) => sql`${word}::text`);
  const all = sql`${words} @> ARRAY[${sql.join(list, sql`, `)}]::text[]`;
  if (begun === null) return all;
  return sql`${all} AND EXISTS (SELECT 1 FROM unnest(${words}) AS word WHERE starts_with(word, ${begun}))`;
}

/** The other participant's id, on rows with a sender and a recipient. */
export const otherThan = (viewer: string, rows: SQL): SQL =>
  sql`CASE WHEN ${rows}.sender_id = ${viewer} THEN ${rows}.recipient_id ELSE ${rows}.sender_id END`;

/** The newest messages that the query may find, with or without its words. */
function newest({ query: { conversationId, from }, viewer, older = sql`true`, most }: Search): SQL {
  const where = (condition: SQL) =>
    sql`(SELECT id, text, created_at, sender_id, recipient_id FROM messages WHERE ${condition} AND deleted_at IS NULL AND ${older} ORDER BY created_at DESC, id DESC LIMIT ${most})`;
  const sent = eq(messages.senderId, viewer);
  const received = eq(messages.recipientId, viewer);
  if (from !== 'anyone') {
    const here = conversationId === undefined ? undefined : eq(messages.conversationId, conversationId);
    return where(and(from === 'me' ? sent : received, here) ?? sent);
  }
  if (conversationId !== undefined) return where(eq(messages.conversationId, conversationId));
  return sql`(SELECT * FROM (${where(sent)} UNION ALL ${where(received)}) AS both_ways ORDER BY created_at DESC, id DESC LIMIT ${most})`;
}

interface Seen {
  readonly seen: number;
  readonly ids: string[];
}

/** How many of the newest messages were read, and which of them hold the words: those of a page, and one more. */
export async function selectNewest(db: Db, search: Search): Promise<Seen | undefined> {
  const [row] = await fetchRows<Seen>(
    db.execute(sql`
    WITH newest AS MATERIALIZED (${newest(search)})
    SELECT (SELECT count(*)::int FROM newest) AS seen, ARRAY(
      SELECT id::text FROM newest
      WHERE ${says(search.words, sql`text`)} AND ${search.visible}
      ORDER BY created_at DESC, id DESC LIMIT ${search.query.limit + 1}) AS ids`),
  );
  return row;
}
