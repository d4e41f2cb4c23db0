import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { galleries } from '../../../db/schema/galleries.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, unlock } from '../../money/wallet/unlock.ts';
import { asGalleryItem, soldFiles } from './gallery-items.ts';

async function lockGallery(tx: UserCtx, id: string): Promise<Sellable> {
  const [row] = await tx.db
    .select({ creator: accounts.name, gallery: galleries })
    .from(galleries)
    .innerJoin(accounts, eq(accounts.id, galleries.performerId))
    .where(eq(galleries.id, id))
    .for('share', { of: galleries });
  if (!row) throw notFound();
  const { gallery, creator } = row;
  // Photos are added and removed only while the gallery is locked for update, so this is exactly what is
  // bought.
  return {
    item: asGalleryItem(gallery, await soldFiles(tx, id)),
    description: `Gallery by ${creator}: ${gallery.title}`,
    title: gallery.title,
    href: routes.gallery(id),
  };
}

/** Unlocks a gallery permanently, including photos added later. */
export const unlockGallery = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'gallery', lock: lockGallery });
