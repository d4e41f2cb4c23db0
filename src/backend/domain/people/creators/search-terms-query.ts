import { sql } from 'drizzle-orm';
import { statement } from '../../../db/statement.ts';

interface Row {
  readonly asked: string;
  readonly found: readonly (readonly [word: string, isSlip: boolean])[] | null;
}
/** The indexed words that typed ones may stand for. */
export const termsQuery = statement<Row, { words: string; texts: boolean }>(
  'search_terms',
  sql`
  SELECT asked, (SELECT json_agg(json_build_array(t.word, t.is_slip)) FROM search_terms_for(asked, ${sql.placeholder('texts')}::boolean) AS t) AS found
  FROM unnest(${sql.placeholder('words')}::text::text[]) WITH ORDINALITY AS typed (asked, place) ORDER BY place`,
);
