import { sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { files } from '../../../db/schema/files.ts';
import { type FileFacts, fileColumns } from './presenters.ts';

/** Files by id, with the columns views need. Doesn't check who may read them. */
export async function filesById(ctx: Ctx, ids: readonly string[]): Promise<Map<string, FileFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select(fileColumns)
    .from(files)
    .where(sql`${files.id} = ANY (${idList(ids)}::text::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
