import { eq } from 'drizzle-orm';
import type { NamedRelease } from '#contract/across/operator/creators.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { photos } from '../../../db/schema/galleries.ts';
import { moderationCases } from '../../../db/schema/moderation.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type NamedPerson, peopleIn } from '../../content/media-items/releases.ts';
import type { OperatorCtx } from '../operator/audit.ts';
import { openReleases } from '../operator/releases.ts';

/** The people named in what a case is about; of a photo, also those named in its gallery. */
async function loadNamedPeople(ctx: Ctx, kind: string, id: string): Promise<NamedPerson[]> {
  if (kind === 'video' || kind === 'gallery') return peopleIn(ctx, { kind, id });
  if (kind !== 'photo') return [];
  const [photo] = await ctx.db.select({ galleryId: photos.galleryId }).from(photos).where(eq(photos.id, id));
  const people = await peopleIn(ctx, { kind, id });
  const around = photo?.galleryId ? await peopleIn(ctx, { kind: 'gallery', id: photo.galleryId }) : [];
  return [...people, ...around.filter(({ _id }) => !people.some((other) => other._id === _id))];
}

/** Opens the releases of the people in what a case is about. @throws AppError 404 */
export async function openCaseReleases(ctx: OperatorCtx, id: string): Promise<{ data: NamedRelease[] }> {
  const [found] = await ctx.db.select().from(moderationCases).where(eq(moderationCases.id, id));
  if (!found) throw notFound();
  const find = (tx: OperatorCtx) => loadNamedPeople(tx, found.targetType, found.targetId);
  return { data: await openReleases(ctx, { action: 'case.releases', subject: id }, find) };
}
