import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { SharedKind } from '#contract/content/co-creators.ts';
import type { PeopleInWork, Release } from '#contract/content/releases.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { documents } from '../../../db/schema/files.ts';
import { galleries, photos } from '../../../db/schema/galleries.ts';
import { mediaItemPeople, releases } from '../../../db/schema/media-items.ts';
import { videos } from '../../../db/schema/videos.ts';
import { AppError, conflict, invalid, notFound } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { type DocumentRow, removeDocuments, storeDocuments } from '../../base/files/documents.ts';
import { type MediaItem } from './publishing.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

/* People in a work who have no account. Their names and releases are for their creator and operators alone; no
   reply to anyone else has a field for them. */

interface Used {
  readonly releaseId: string;
  readonly kind: SharedKind;
  readonly itemId: string;
  readonly title: string;
  readonly state: MediaItemState;
}

/** Where people appear, in the order in which they were named. */
const loadUses = (ctx: Ctx, releaseIds: readonly string[]): Promise<Used[]> =>
  ctx.db
    .select({
      releaseId: mediaItemPeople.releaseId,
      kind: mediaItemPeople.kind,
      itemId: mediaItemPeople.itemId,
      title: sql<string>`coalesce(${videos.title}, ${galleries.title}, ${photos.title}, '')`,
      state: sql<MediaItemState>`coalesce(${videos.state}, ${galleries.state}, ${photos.state})`,
    })
    .from(mediaItemPeople)
    .leftJoin(videos, and(eq(mediaItemPeople.kind, 'video'), eq(videos.id, mediaItemPeople.itemId)))
    .leftJoin(galleries, and(eq(mediaItemPeople.kind, 'gallery'), eq(galleries.id, mediaItemPeople.itemId)))
    .leftJoin(photos, and(eq(mediaItemPeople.kind, 'photo'), eq(photos.id, mediaItemPeople.itemId)))
    .where(inArray(mediaItemPeople.releaseId, [...releaseIds]))
    .orderBy(asc(mediaItemPeople.createdAt), asc(mediaItemPeople.itemId));

/** The viewer's releases, or one of them. */
const ownRows = (ctx: UserCtx, id?: string) =>
  ctx.db
    .select({ release: releases, document: documents })
    .from(releases)
    .leftJoin(documents, eq(documents.id, releases.documentId))
    .where(and(eq(releases.performerId, ctx.viewer.id), id === undefined ? undefined : eq(releases.id, id)))
    .orderBy(asc(releases.name), asc(releases.id));

export async function listReleases(ctx: UserCtx, id?: string): Promise<{ data: Release[]; total: number }> {
  const rows = await ownRows(ctx, id);
  const uses =
    rows.length === 0
      ? []
      : await loadUses(
          ctx,
          rows.map(({ release }) => release.id),
        );
  const data = rows.map(({ release, document }) => ({
    _id: release.id,
    name: release.name,
    document: document && {
      mime: document.mime,
      bytes: document.bytes,
      sentAt: document.createdAt.toISOString(),
    },
    works: uses
      .filter(({ releaseId }) => releaseId === release.id)
      .map(({ kind, itemId, title, state }) => ({ kind, itemId, title, state })),
    createdAt: release.createdAt.toISOString(),
  }));
  return { data, total: data.length };
}

async function showRelease(ctx: UserCtx, id: string): Promise<Release> {
  const [release] = (await listReleases(ctx, id)).data;
  if (!release) throw notFound();
  return release;
}

/** Stores documents, and removes them again when `work`, which refers to them, fails. */
async function withDocuments(
  ctx: UserCtx,
  uploads: readonly UploadedFile[],
  work: (tx: UserCtx, documentId: string | null) => Promise<void>,
): Promise<void> {
  const stored = await storeDocuments(ctx, uploads);
  await transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    await stored.write(tx, tx.viewer.id);
    await work(tx, stored.ids[0] ?? null);
  }).catch(async (error: unknown) => {
    await stored.discard();
    throw error;
  });
}

/** @throws AppError 409 with too many of them, 413, 422 */
export async function addRelease(
  ctx: UserCtx,
  name: string,
  uploads: readonly UploadedFile[],
): Promise<Release> {
  const id = ctx.ports.ids();
  await withDocuments(ctx, uploads, async (tx, documentId) => {
    const performerId = tx.viewer.id;
    const [known] = await tx.db
      .select({ total: count() })
      .from(releases)
      .where(eq(releases.performerId, performerId));
    if ((known?.total ?? 0) >= limits.release.most)
      throw conflict(`You can keep up to ${limits.release.most} people. Remove some first.`);
    await tx.db.insert(releases).values({ id, performerId, name, documentId, createdAt: now(tx) });
  });
  return showRelease(ctx, id);
}

async function ownRelease(tx: UserCtx, id: string): Promise<{ document: DocumentRow | null }> {
  const [row] = await ownRows(tx, id);
  if (!row) throw notFound();
  return row;
}

/** @throws AppError 404, 413, 422 */
export async function replaceRelease(
  ctx: UserCtx,
  id: string,
  uploads: readonly UploadedFile[],
): Promise<Release> {
  // Nothing is stored for somebody else's.
  await ownRelease(ctx, id);
  await withDocuments(ctx, uploads, async (tx, documentId) => {
    const { document } = await ownRelease(tx, id);
    await tx.db.update(releases).set({ documentId }).where(eq(releases.id, id));
    await removeDocuments(tx, document ? [document] : []);
  });
  return showRelease(ctx, id);
}

const quoted = ({ kind, title }: Used): string => (title ? `“${title}”` : `an untitled ${kind}`);

/** @throws AppError 404, 409 while a work that isn't a draft names the person */
export function deleteRelease(ctx: UserCtx, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    const { document } = await ownRelease(tx, id);
    const uses = (await loadUses(tx, [id])).filter(({ state }) => state !== 'draft');
    if (uses.length > 0) {
      const names = [
        ...uses.slice(0, 3).map(quoted),
        ...(uses.length > 3 ? [`${uses.length - 3} more`] : []),
      ];
      throw conflict(
        `They’re named in ${names.join(', ')}. Remove them there first, or replace their release.`,
      );
    }
    await tx.db.delete(mediaItemPeople).where(eq(mediaItemPeople.releaseId, id));
    await tx.db.delete(releases).where(eq(releases.id, id));
    await removeDocuments(tx, document ? [document] : []);
  });
}

const isIn = ({ kind, id }: MediaItem) => and(eq(mediaItemPeople.kind, kind), eq(mediaItemPeople.itemId, id));

export interface NamedPerson {
  readonly _id: string;
  readonly name: string;
  readonly document: DocumentRow | null;
}

/** The people named in an item; of a gallery, also those in its photos. */
export async function peopleIn(ctx: Ctx, item: MediaItem): Promise<NamedPerson[]> {
  const inside =
    item.kind === 'gallery'
      ? sql`OR (${mediaItemPeople.kind} = 'photo' AND ${mediaItemPeople.itemId} IN (SELECT p.id FROM photos p WHERE p.gallery_id = ${item.id}))`
      : sql``;
  const rows = await ctx.db
    .select({ _id: releases.id, name: releases.name, document: documents })
    .from(releases)
    .leftJoin(documents, eq(documents.id, releases.documentId))
    .where(
      sql`${releases.id} IN (SELECT ${mediaItemPeople.releaseId} FROM ${mediaItemPeople} WHERE ${isIn(item)} ${inside})`,
    )
    .orderBy(asc(releases.name), asc(releases.id));
  return rows;
}

/**
 * Where the site requires releases: refuses to publish an item while someone named in it has none.
 * @throws AppError 422 `release_missing`
 */
export async function refuseMissingReleases(tx: Ctx, item: MediaItem): Promise<void> {
  const { releasesRequired } = await tx.settings.all();
  if (!releasesRequired) return;
  const missing = (await peopleIn(tx, item)).filter(({ document }) => document === null);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const message = `Upload the release of ${names} before you publish. Until then, save this as a draft.`;
  throw new AppError(422, 'release_missing', message, { errors: [{ field: 'people', message }] });
}

const tables = { video: videos, gallery: galleries, photo: photos } as const;

/** The viewer's own item. @throws AppError 404 */
async function ownItem(ctx: UserCtx, { kind, id }: MediaItem): Promise<MediaItemState> {
  const table = tables[kind];
  const [row] = await ctx.db
    .select({ state: table.state })
    .from(table)
    .where(and(eq(table.id, id), eq(table.performerId, ctx.viewer.id)));
  if (!row || row.state === 'removed') throw notFound();
  return row.state;
}

export async function showPeople(ctx: UserCtx, item: MediaItem): Promise<PeopleInWork> {
  await ownItem(ctx, item);
  const { releasesRequired } = await ctx.settings.all();
  const rows = await ctx.db
    .select({ _id: releases.id, name: releases.name, documentId: releases.documentId })
    .from(mediaItemPeople)
    .innerJoin(releases, eq(releases.id, mediaItemPeople.releaseId))
    .where(isIn(item))
    .orderBy(asc(releases.name), asc(releases.id));
  const data = rows.map(({ documentId, ...row }) => ({ ...row, hasDocument: documentId !== null }));
  return { data, releasesRequired };
}

/**
 * Replaces the people named in the viewer's own item.
 * @throws AppError 404, 422 for somebody else's release, and for a missing one where the item is public or to be
 */
export async function namePeople(
  ctx: UserCtx,
  item: MediaItem,
  releaseIds: readonly string[],
): Promise<PeopleInWork> {
  const ids = [...new Set(releaseIds)];
  await transaction(ctx, async (tx) => {
    await lockCreator(tx, tx.viewer.id);
    const state = await ownItem(tx, item);
    const own = await tx.db
      .select({ id: releases.id })
      .from(releases)
      .where(and(inArray(releases.id, ids), eq(releases.performerId, tx.viewer.id)));
    if (own.length < ids.length)
      throw invalid('releaseIds', 'One of these people isn’t in your list anymore. Reload the page.');
    await tx.db.delete(mediaItemPeople).where(isIn(item));
    if (ids.length > 0)
      await tx.db
        .insert(mediaItemPeople)
        .values(
          ids.map((releaseId) => ({ kind: item.kind, itemId: item.id, releaseId, createdAt: now(tx) })),
        );
    if (state !== 'draft' && state !== 'archived') await refuseMissingReleases(tx, item);
  });
  return showPeople(ctx, item);
}
