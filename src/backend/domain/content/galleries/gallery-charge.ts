import { routes } from '#config/routes.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { galleries } from '../../../db/schema/galleries.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, lockForSale, unlock } from '../../money/wallet/unlock.ts';
import { asGalleryItem, soldFiles } from './gallery-items.ts';

async function lockGallery(tx: UserCtx, id: string): Promise<Sellable> {
  const { row: gallery, creator } = await lockForSale(tx, galleries, id);
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
