import { type SQL, and, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { invalid } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { fileTakenDown } from '../access/taken-down.ts';
import type { FileRow } from './presenters.ts';
import { objectKey } from './media-addresses.ts';

export type FileKind = 'image' | 'video' | 'audio';
export const kindOfFile = ({ mime }: Pick<FileRow, 'mime'>): FileKind | 'document' => {
  const [family] = mime.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
};

export interface Claim {
  /** The field of the request body, for the error. */
  readonly field: string;
  readonly kinds: readonly (FileKind | 'document')[];
  /** The noun for error messages: `Photo`, `Video`. */
  readonly word: string;
}

/** Private file types that a creator can't publish, such as identity documents. */
const neverPublished = ['document', 'avatar', 'cover'];

/**
 * Checks that the viewer uploaded these files and that each has a permitted kind, and locks them, so that
 * none can be dropped before the commit. They may still be processing (check `state`) or already be used
 * elsewhere. Returns them in the given order.
 * @throws AppError 422 on the field: for another account's file or one that an operator took down (as if it
 * didn't exist), a file given twice, or one whose processing failed.
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
    .where(
      and(
        inArray(files.id, [...fileIds]),
        eq(files.ownerId, tx.viewer.id),
        sql`NOT ${fileTakenDown(files.id)}`,
      ),
    )
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

/** Every column that can reference a file. */
const namedBy: readonly (readonly [table: string, column: string])[] = [
  ['feed_files', 'file_id'],
  ['feeds', 'thumbnail_id'],
  ['feeds', 'teaser_id'],
  ['photos', 'file_id'],
  ['videos', 'file_id'],
  ['videos', 'thumbnail_id'],
  ['videos', 'teaser_id'],
  ['product_images', 'file_id'],
  ['product_files', 'file_id'],
  ['order_files', 'file_id'],
  ['order_problem_files', 'file_id'],
  ['auction_images', 'file_id'],
  ['message_files', 'file_id'],
  ['stream_message_files', 'file_id'],
  ['broadcast_files', 'file_id'],
  ['automatic_message_files', 'file_id'],
  ['scheduled_message_files', 'file_id'],
  ['purchase_files', 'file_id'],
  ['performers', 'welcome_video_id'],
  // Evidence, and what may be restored after an appeal.
  ['report_files', 'file_id'],
  ['taken_down_files', 'file_id'],
];
/** Whether anything uses a file. */
export const isClaimed: SQL = sql.join(
  namedBy.map(
    ([table, column]) =>
      sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} t WHERE t.${sql.identifier(column)} = ${files.id})`,
  ),
  sql` OR `,
);

/**
 * Deletes those of the files that nothing references anymore: their rows now, their objects by a job after
 * the commit. Remove the references first.
 */
export async function dropFiles(tx: Ctx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await tx.db
    .delete(files)
    .where(and(inArray(files.id, [...fileIds]), sql`NOT (${isClaimed})`))
    .returning({ id: files.id, renditions: files.renditions });
  const keys = rows.flatMap(({ id, renditions }) => renditions.map(({ name }) => objectKey(id, name)));
  if (keys.length > 0) await enqueue(tx, { kind: 'remove-objects', payload: { keys } });
}
