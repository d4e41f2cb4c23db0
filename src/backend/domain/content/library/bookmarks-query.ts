import { type SQL, sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Db } from '../../../db/db.ts';
import { statement } from '../../../db/statement.ts';
import { ownerOpen } from '../../base/access/access.ts';
import { objectTables } from '../media-items/objects-query.ts';

const viewer = sql`${sql.placeholder('viewer')}::uuid`;
const published = sql`w.state = 'published'`;
const isOut: Record<ObjectType, SQL> = {
  feed: published,
  video: published,
  gallery: published,
  product: published,
  auction: sql`w.state <> 'cancelled'`,
  photo: sql`w.state = 'published' AND (w.gallery_id IS NULL OR EXISTS (SELECT 1 FROM galleries g WHERE g.id = w.gallery_id AND g.state = 'published'))`,
};
const boughtAs = (kind: SQL, id: SQL) =>
  sql`EXISTS (SELECT 1 FROM purchases p WHERE p.account_id = ${viewer} AND p.kind = ${kind} AND p.item_id = ${id} AND p.reversed_at IS NULL)`;
const bought: Record<ObjectType, SQL> = {
  feed: boughtAs(sql`'feed'`, sql`w.id`),
  video: boughtAs(sql`'video'`, sql`w.id`),
  gallery: boughtAs(sql`'gallery'`, sql`w.id`),
  photo: boughtAs(sql`'gallery'`, sql`w.gallery_id`),
  product: boughtAs(sql`'product'`, sql`w.id`),
  auction: sql`false`,
};

/**
 * The access rule as an SQL condition, so that deleted and hidden items leave no gaps in a page. Purchased
 * and own items stay. The item's table is `w`; the statement has placeholders `viewer` and `places`.
 */
export const canSee = (type: ObjectType) =>
  sql`((${isOut[type]} AND ${ownerOpen(sql`w.performer_id`)}) OR (w.performer_id = ${viewer} AND w.state <> 'removed') OR ${bought[type]})`;

const bookmarked = (type: ObjectType) => sql`
  FROM reactions r JOIN ${objectTables[type]} w ON w.id = r.object_id
  WHERE r.account_id = ${viewer} AND r.action = 'bookmark' AND r.object_type = ${sql.raw(`'${type}'`)} AND ${canSee(type)}`;

interface Asked extends Record<string, unknown> {
  viewer: string;
  places: string | null;
  /** The cursor's time. */
  at: string | null;
  after: string | null;
  limit: number;
  offset: number;
}
interface Marked {
  id: string;
  created_at: string | Date;
}

const COUNTED = 1_000;
const preparePage = (type: ObjectType) =>
  statement<Marked, Asked>(
    `bookmarks_${type}`,
    sql`
    SELECT r.object_id AS id, r.created_at ${bookmarked(type)}
      AND (r.created_at, r.object_id) < (coalesce(${sql.placeholder('at')}::timestamptz, 'infinity'), coalesce(${sql.placeholder('after')}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    ORDER BY r.created_at DESC, r.object_id DESC LIMIT ${sql.placeholder('limit')}::int OFFSET ${sql.placeholder('offset')}::int`,
  );
const prepareTotal = (type: ObjectType) =>
  statement<{ total: number }, Pick<Asked, 'viewer' | 'places'>>(
    `bookmarks_${type}_total`,
    sql`SELECT count(*)::int AS total FROM (SELECT 1 ${bookmarked(type)} LIMIT ${sql.raw(String(COUNTED))}) AS counted`,
  );

export const bookmarkTypes: readonly ObjectType[] = [
  'feed',
  'video',
  'gallery',
  'photo',
  'product',
  'auction',
];
const statements = new Map(
  bookmarkTypes.map((type) => [type, { page: preparePage(type), total: prepareTotal(type) }]),
);
function bookmarkStatements(type: ObjectType) {
  const found = statements.get(type);
  if (!found) throw new Error(`no bookmarks of ${type}`);
  return found;
}

/** A page of an account's bookmarks of one kind, newest first. */
export const findMarks = (db: Db, type: ObjectType, asked: Asked): Promise<Marked[]> =>
  bookmarkStatements(type).page(db, asked);

export async function countMarks(
  db: Db,
  type: ObjectType,
  who: Pick<Asked, 'viewer' | 'places'>,
): Promise<number> {
  const [counted] = await bookmarkStatements(type).total(db, who);
  return counted?.total ?? 0;
}
