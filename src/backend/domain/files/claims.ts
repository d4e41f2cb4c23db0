import { type SQL, and, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../kernel/context.ts';
import { files } from '../../db/schema/files.ts';
import { invalid } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import type { FileRow } from './presenters.ts';
import { objectKey } from './media-addresses.ts';

export type FileKind = 'image' | 'video' | 'audio';
export const kindOfFile = ({ mime }: Pick<FileRow, 'mime'>): FileKind | 'document' => {
  const [family] = mime.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
};

export interface Claim {
  /** The body's field, for the error. */
  readonly field: string;
  readonly kinds: readonly (FileKind | 'document')[];
  /** As the person calls one of them: `Photo`, `Video`. */
  readonly word: string;
}

/** Files that other people must not take for theirs: what was sent in as proof of who one is. */
const neverPublished = ['document', 'avatar', 'cover'];

/**
 * Makes sure that the viewer uploaded these files and that each is of a kind wanted; held, so that nothing
 * drops them before this commits. They may still be processing (look at `state`), and may be in something
 * else already. Answers them in the order given.
 * @throws AppError 422 on the field: somebody else's file is refused as one that doesn't exist; one named
 *   twice; one whose processing failed.
 */
export async function claimFiles(
  tx: UserCtx,
  fileIds: readonly string[],
  { field, kinds, word }: Claim,
): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  if (new Set(fileIds).size < fileIds.length)
    throw invalid(field, `Each ${word.toLowerCase()} can be added once.`);
  const rows = await tx.db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...fileIds]), eq(files.ownerId, tx.viewer.id)))
    .orderBy(files.id)
    .for('share');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return fileIds.map((id, index) => {
    const name = fileIds.length === 1 ? `The ${word.toLowerCase()}` : `${word} ${index + 1}`;
    const row = byId.get(id);
    if (!row || neverPublished.includes(row.type) || !kinds.includes(kindOfFile(row)))
      throw invalid(field, `${name} isn’t among your uploads. Upload it again.`);
    if (row.state === 'failed')
      throw invalid(field, `${name} couldn’t be processed${row.reason ? `: ${row.reason}` : '.'}`);
    return row;
  });
}

/** Everything that can name a file. */
const namedBy: readonly (readonly [table: string, column: string])[] = [
  ['feed_files', 'file_id'],
  ['feeds', 'thumbnail_id'],
  ['feeds', 'teaser_id'],
  ['photos', 'file_id'],
  ['videos', 'file_id'],
  ['videos', 'thumbnail_id'],
  ['videos', 'teaser_id'],
  ['product_images', 'file_id'],
  ['products', 'file_id'],
  ['orders', 'file_id'],
  ['auction_images', 'file_id'],
  ['message_files', 'file_id'],
  ['purchase_files', 'file_id'],
  ['performers', 'welcome_video_id'],
];
const isNamed: SQL = sql.join(
  namedBy.map(
    ([table, column]) =>
      sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} t WHERE t.${sql.identifier(column)} = ${files.id})`,
  ),
  sql` OR `,
);

/**
 * Deletes those of these files that nothing names any more: their rows now, their objects by a job once this
 * has committed. Take away what named them first.
 */
export async function dropFiles(tx: Ctx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await tx.db
    .delete(files)
    .where(and(inArray(files.id, [...fileIds]), sql`NOT (${isNamed})`))
    .returning({ id: files.id, renditions: files.renditions });
  const keys = rows.flatMap(({ id, renditions }) => renditions.map(({ name }) => objectKey(id, name)));
  if (keys.length > 0) await enqueue(tx, { kind: 'remove-objects', payload: { keys } });
}
