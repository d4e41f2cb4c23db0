import { sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { idList, prepared } from '../../../db/prepared.ts';
import { preparedRows } from '../../../db/rows.ts';
import { files } from '../../../db/schema/files.ts';
import { type FileFacts, fileColumns } from '../../base/files/presenters.ts';

/** A post's files in order, its thumbnail, and the teaser that everyone can see. */
export interface Attachments {
  readonly files: readonly FileFacts[];
  readonly thumbnail: FileFacts | null;
  readonly teaser: FileFacts | null;
}
interface Named {
  readonly id: string;
  readonly thumbnailId: string | null;
  readonly teaserId: string | null;
}

const fields = { post: sql<string | null>`named.post`, file: fileColumns };
interface Row {
  readonly post: string | null;
  readonly file: FileFacts;
}

/**
 * Selects rows instead of building JSON in the database, because writing out every value with its name costs
 * more than finding the files.
 */
const attachedQuery = prepared((db: Db) =>
  preparedRows<Row>(
    db,
    db
      .select({ post: fields.post, ...fileColumns })
      .from(sql`(
        SELECT ff.feed_id AS post, ff.position, ff.file_id FROM feed_files ff WHERE ff.feed_id = ANY (${sql.placeholder('posts')}::text::uuid[])
        UNION ALL SELECT NULL, 0, picture FROM unnest(${sql.placeholder('pictures')}::text::uuid[]) AS picture) AS named`)
      .innerJoin(files, sql`${files.id} = named.file_id`)
      .orderBy(sql`named.position`),
    { name: 'feed_attachments', fields },
  ),
);

/** Loads the attachments of any number of posts in one query. The returned function looks up a post. */
export async function attachmentsOf(
  ctx: Ctx,
  posts: readonly Named[],
): Promise<(post: Named) => Attachments> {
  const pictures = posts
    .flatMap(({ thumbnailId, teaserId }) => [thumbnailId, teaserId])
    .filter((id) => id !== null);
  const rows = await attachedQuery(ctx.db).execute({
    posts: idList(posts.map(({ id }) => id)),
    pictures: idList(pictures),
  });
  const attached = Map.groupBy(rows, ({ post }) => post);
  const loose = new Map(attached.get(null)?.map(({ file }) => [file.id, file]));
  const find = (id: string | null) => (id === null ? null : (loose.get(id) ?? null));
  return ({ id, thumbnailId, teaserId }) => ({
    files: attached.get(id)?.map(({ file }) => file) ?? [],
    thumbnail: find(thumbnailId),
    teaser: find(teaserId),
  });
}
