import { sql } from 'drizzle-orm';
import { transaction } from '../kernel/context.ts';
import { fetchRows } from '../db/db.ts';
import { updateTrending } from '../domain/across/search/trending.ts';
import { broadcastStory } from './broadcast-story.ts';
import { insertActiveDays } from './active-days.ts';
import { insertDesks } from './desk-rows.ts';
import { fillGallery } from './gallery.ts';
import { insertHalfPlayed } from './half-played.ts';
import { insertGalleries } from './gallery-rows.ts';
import { insertNotifications } from './notification-rows.ts';
import { insertCreatorMessages } from './messages/creator-messages.ts';
import { emitToConversations, fillVoices } from './messages/talk.ts';
import { moderationStory } from './moderation-story.ts';
import { notifyMoney } from './money.ts';
import { type SeedDeps, createPast } from './past.ts';
import { insertPeople } from './people-rows.ts';
import type { SeedPictures } from './pictures.ts';
import { fillDownloads, insertProducts } from './product-rows.ts';
import { insertPosts, plannedPosts } from './post-rows.ts';
import { promotionStory } from './subscriptions/promotion-story.ts';
import { fillShop } from './shop.ts';
import { insertSitePosts } from './site-rows.ts';
import { emitEngagement } from './engagement-rows.ts';
import { fillFilms, insertVideos } from './video-rows.ts';
import { insertViews } from './view-rows.ts';
import { insertWallet } from './wallet-rows.ts';

/** An arbitrary fixed number, different from the migrations' lock. */
const SEED_LOCK = 7_240_912;

/**
 * Fills an empty database with demo data: two dozen creators, their fans, posts, a month of payments, and
 * conversations. It is the same every time, with dates relative to the time of seeding. Files are stored
 * first, and everything else is one transaction, so an interrupted seed leaves the database empty.
 */
export async function seed(deps: SeedDeps, options: { readonly pictures: SeedPictures }): Promise<void> {
  const past = createPast(deps);
  const gallery = await fillGallery(past.ctx, options.pictures);
  const films = await fillFilms(past.ctx, options.pictures);
  const voices = await fillVoices(past.ctx, options.pictures);
  await fillDownloads(past.ctx);
  await transaction(past.ctx, async (tx) => {
    // Of processes starting together on an empty database, the first seeds it and the others find it seeded.
    await tx.db.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(SEED_LOCK))})`);
    if ((await fetchRows(tx.db.execute(sql`SELECT 1 FROM accounts LIMIT 1`))).length > 0) return;
    const likes = new Map<string, number>();
    for (const post of plannedPosts(past.today))
      likes.set(post.creator.id, (likes.get(post.creator.id) ?? 0) + post.likes);
    await insertSitePosts(tx, past);
    await insertPeople(tx, past, likes);
    await insertActiveDays(tx, past);
    await insertPosts(tx, past, gallery);
    await insertDesks(tx, past);
    await insertGalleries(tx, past);
    await insertVideos(tx, past, films);
    await insertProducts(tx, past);
    await fillShop(tx, past);
    await notifyMoney(tx, past);
    await promotionStory(tx, past);
    await broadcastStory(tx, past);
    await insertWallet(tx, past);
    await emitToConversations(tx, past, voices);
    await insertCreatorMessages(tx, past);
    await emitEngagement(tx, past);
    await insertViews(tx, past);
    await insertHalfPlayed(tx, past);
    await moderationStory(tx, past);
    await insertNotifications(tx, past);
    await updateTrending(tx);
  });
}
