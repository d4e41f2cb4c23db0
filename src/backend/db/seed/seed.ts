import { transaction } from '../../context.ts';
import { fillGallery } from './gallery.ts';
import { tellMoney } from './money.ts';
import { type SeedWorld, createPast } from './past.ts';
import { insertPeople } from './people-rows.ts';
import type { SeedPictures } from './pictures.ts';
import { insertPosts, plannedPosts } from './post-rows.ts';
import { fillShop } from './shop.ts';
import { tellTalks } from './talk.ts';

/**
 * Fills an empty database with the demo world: two dozen creators, their fans, posts, a month of payments, conversations. The same each
 * time, but that everything is told from the moment of seeding backwards. Pictures are drawn before the database is touched, and the rest
 * is one transaction: a seed that was interrupted leaves the database empty.
 */
export async function seed(world: SeedWorld, options: { readonly pictures: SeedPictures }): Promise<void> {
  const past = createPast(world);
  const gallery = await fillGallery(past.ctx, options.pictures);
  await transaction(past.ctx, async (tx) => {
    const likes = new Map<string, number>();
    for (const post of plannedPosts(past.today)) likes.set(post.creator.id, (likes.get(post.creator.id) ?? 0) + post.likes);
    await insertPeople(tx, past, likes);
    await insertPosts(tx, past, gallery);
    await fillShop(tx, past);
    await tellMoney(tx, past);
    await tellTalks(tx, past);
  });
}
