import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';

interface Asked {
  readonly kind: string;
  readonly ids: readonly string[];
  readonly fileIds: readonly string[];
}

/** Whether one of the items or files was taken down. */
export async function areTakenDown(db: Db, { kind, ids, fileIds }: Asked): Promise<boolean> {
  const found = await fetchRows(
    db.execute(sql`
      SELECT 1 FROM taken_down_items WHERE kind = ${kind} AND item_id = ANY (${idList(ids)}::text::uuid[])
      UNION ALL SELECT 1 FROM taken_down_files WHERE file_id = ANY (${idList(fileIds)}::text::uuid[]) LIMIT 1`),
  );
  return found.length > 0;
}
