import { galleries, photos } from '#backend/db/schema/galleries.ts';
import type { Db } from '#backend/db/db.ts';
import { recount } from '#backend/domain/content/media-items/gallery-counts.ts';
import type { Ctx } from '#backend/kernel/context.ts';
import type { Ports } from '#backend/ports/ports.ts';
import { postsIn } from './posts.ts';

type GalleryValues = typeof galleries.$inferInsert;
type PhotoValues = typeof photos.$inferInsert;
interface Around {
  readonly db: Db;
  readonly ctx: Ctx;
  readonly ports: Ports & { readonly clock: { move(by: '1m'): void } };
  fund(accountId: string, tokens: number): Promise<void>;
}

/**
 * Galleries and photos with files, inserted directly into the database; counts of profiles aren't updated.
 */
export function worksIn(app: Around) {
  const { db, ctx, ports } = app;
  const { makeFile } = postsIn(app);

  /** A published photo outside galleries, for everyone by default. */
  async function makePhoto(performerId: string, values: Partial<PhotoValues> = {}): Promise<string> {
    ports.clock.move('1m');
    const id = values.id ?? ports.ids();
    const at = ports.clock.now();
    const fileId = values.fileId ?? (await makeFile(performerId, { type: 'photo' }));
    await db.insert(photos).values({
      performerId,
      title: `Photo ${id}`,
      audience: 'public',
      state: 'published',
      publishedAt: values.galleryId ? null : at,
      createdAt: at,
      updatedAt: at,
      ...values,
      id,
      fileId,
    });
    return id;
  }

  /** A published gallery with a number of photos; returns the ids. */
  async function makeGallery(
    performerId: string,
    values: Partial<GalleryValues> = {},
    count = 2,
  ): Promise<{ id: string; photoIds: string[]; fileIds: string[] }> {
    ports.clock.move('1m');
    const id = values.id ?? ports.ids();
    const at = ports.clock.now();
    await db.insert(galleries).values({
      performerId,
      title: `Gallery ${id}`,
      audience: 'public',
      state: 'published',
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
      ...values,
      id,
    });
    const photoIds: string[] = [];
    const fileIds: string[] = [];
    for (let position = 0; position < count; position += 1) {
      const fileId = await makeFile(performerId, { type: 'photo' });
      fileIds.push(fileId);
      photoIds.push(await makePhoto(performerId, { galleryId: id, position, fileId }));
    }
    await recount(ctx, [id]);
    return { id, photoIds, fileIds };
  }
  return { makePhoto, makeGallery };
}
