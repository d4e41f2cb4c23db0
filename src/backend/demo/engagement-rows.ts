import { sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Ctx } from '../kernel/context.ts';
import { fetchRows } from '../db/db.ts';
import {
  bookmarkCollectionItems,
  bookmarkCollections,
  comments,
  heldWords,
  reactions,
} from '../db/schema/community.ts';
import { creatorNamed, demoFan, fans } from './cast.ts';
import { remarks, remarksOnWares, replies, underDemoPosts } from './engagement-texts.ts';
import { type Past, before, minutes } from './past.ts';
import { createRandom, demoId } from './random.ts';

type Comment = typeof comments.$inferInsert;
type Reaction = typeof reactions.$inferInsert;
interface MediaItem {
  type: ObjectType;
  id: string;
  owner: string;
  likes: number;
  at: Date;
  open: boolean;
  talks: boolean;
}

const tables: Record<ObjectType, string> = {
  feed: 'feeds',
  video: 'videos',
  gallery: 'galleries',
  photo: 'photos',
  product: 'products',
  auction: 'auctions',
};
const mediaItemsQuery = sql`
  SELECT 'feed' AS type, id, performer_id AS owner, likes, published_at AS at, audience = 'public' AND price = 0 AS open, comments_enabled AS talks FROM feeds WHERE state = 'published'
  UNION ALL SELECT 'video', id, performer_id, likes, published_at, audience = 'public' AND price = 0, comments_enabled FROM videos WHERE state = 'published'
  UNION ALL SELECT 'gallery', id, performer_id, likes, published_at, audience = 'public' AND price = 0, comments_enabled FROM galleries WHERE state = 'published'
  UNION ALL SELECT 'photo', id, performer_id, likes, published_at, gallery_id IS NULL AND audience = 'public', gallery_id IS NULL FROM photos WHERE state = 'published'
  UNION ALL SELECT 'product', id, performer_id, likes, published_at, true, comments_enabled FROM products WHERE state = 'published'
  UNION ALL SELECT 'auction', id, performer_id, likes, start_at, true, comments_enabled FROM auctions WHERE state IN ('live', 'sold', 'unsold')
  ORDER BY 5 DESC, 2`;

/** A random time between publication and now. */
const since = (item: MediaItem, today: Date, random: { next(): number }): Date =>
  new Date(item.at.getTime() + random.next() * Math.max(0, today.getTime() - item.at.getTime() - minutes(5)));

/**
 * As many likes as the item's plan says, or a few if it doesn't, each by a different fan, and some bookmarks.
 * The demo fan doesn't like locked items.
 */
function reactionsTo(item: MediaItem, today: Date): Reaction[] {
  const random = createRandom(`reactions ${item.id}`);
  const people = item.open ? fans : fans.filter(({ id }) => id !== demoFan.id);
  const one =
    (action: Reaction['action']) =>
    (fan: { id: string }): Reaction => ({
      accountId: fan.id,
      action,
      objectType: item.type,
      objectId: item.id,
      createdAt: since(item, today, random),
    });
  const others = people.filter(({ id }) => id !== demoFan.id);
  const likes = item.likes || (item.type === 'feed' ? 0 : random.int(2, 18));
  return [
    ...random.some(people, likes).map(one('like')),
    ...random.some(others, random.int(0, Math.min(4, Math.ceil(likes / 6)))).map(one('bookmark')),
  ];
}

/** A few bookmarks of each kind for the demo fan, of the newest items by others. */
function bookmarksOfDemoFan(mediaItems: readonly MediaItem[], today: Date): Reaction[] {
  const chosen = [...Map.groupBy(mediaItems, ({ type }) => type)].flatMap(([type, some]) =>
    some.filter((_, at) => at % 3 === 1).slice(0, type === 'feed' ? 7 : 3),
  );
  return chosen.map((item, at) => ({
    accountId: demoFan.id,
    action: 'bookmark',
    objectType: item.type,
    objectId: item.id,
    createdAt: before(today, minutes(90 * (at + 1))),
  }));
}

/** The demo fan's collections of bookmarks; the last one waits for its first bookmark. */
const collectionNames = ['To try this weekend', 'Gift ideas', 'For the living room'] as const;

async function collect(ctx: Ctx, bookmarks: readonly Reaction[], { today }: Past): Promise<void> {
  const accountId = demoFan.id;
  const idFor = (name: string) => demoId(`collection ${name}`);
  const [createdAt, updatedAt] = [before(today, minutes(60 * 24 * 9)), before(today, minutes(60))];
  await ctx.db
    .insert(bookmarkCollections)
    .values(collectionNames.map((name) => ({ id: idFor(name), accountId, name, createdAt, updatedAt })));
  const [weekend, gifts] = collectionNames;
  const inside = (name: string, kinds: readonly ObjectType[], most: number) =>
    bookmarks
      .filter(({ objectType }) => kinds.includes(objectType))
      .slice(0, most)
      .map(({ objectType, objectId, createdAt: at }) => ({
        collectionId: idFor(name),
        accountId,
        objectType,
        objectId,
        createdAt: at,
      }));
  await ctx.db
    .insert(bookmarkCollectionItems)
    .values([
      ...inside(weekend, ['feed', 'video', 'gallery'], 9),
      ...inside(gifts, ['product', 'auction', 'photo'], 5),
    ]);
}

interface Said {
  readonly item: MediaItem;
  readonly by: string;
  readonly text: string;
  readonly at: Date;
  readonly parentId?: string;
  readonly pinned?: boolean;
}
const row = ({ item, by, text, at, parentId, pinned = false }: Said, name: string): Comment => ({
  id: demoId(`comment ${item.id} ${name}`),
  objectType: item.type,
  objectId: item.id,
  ownerId: item.owner,
  authorId: by,
  parentId: parentId ?? null,
  text,
  pinned,
  createdAt: at,
  updatedAt: at,
});

/** Texts that are dealt once each, so that no sentence of the demo is there twice. */
class Deck {
  private readonly left: string[];
  constructor(name: string, texts: readonly string[]) {
    this.left = createRandom(name).some(texts, texts.length);
  }
  /** As many as there are left, at most `count`. */
  deal(count: number): string[] {
    return this.left.splice(0, count);
  }
}
interface Decks {
  readonly remarks: Deck;
  readonly remarksOnWares: Deck;
  readonly replies: Deck;
}

/** A few comments on items everyone can read, sometimes with a reply from the creator. */
function talkUnder(item: MediaItem, today: Date, decks: Decks): Comment[] {
  const random = createRandom(`talk ${item.id}`);
  const people = random.some(fans.slice(1), random.int(0, 3));
  const isWare = item.type === 'product' || item.type === 'auction';
  const said = (isWare ? decks.remarksOnWares : decks.remarks)
    .deal(people.length)
    .map((text, at) =>
      row({ item, by: people[at]?.id ?? '', text, at: since(item, today, random) }, String(at)),
    );
  const [first] = said;
  const [answer] = first && random.chance(0.3) ? decks.replies.deal(1) : [];
  if (!first || !answer) return said;
  const answeredAt = new Date(
    Math.min(today.getTime() - minutes(2), first.createdAt.getTime() + minutes(random.int(5, 300))),
  );
  return [...said, row({ item, by: item.owner, text: answer, at: answeredAt, parentId: first.id }, 'answer')];
}

/** The demo creator's own posts have prepared comments. */
function talkUnderDemoPost(
  item: MediaItem,
  { place, today, decks }: { place: number; today: Date; decks: Decks },
): Comment[] {
  const plan = underDemoPosts[place];
  if (!plan) return talkUnder(item, today, decks);
  const random = createRandom(`talk ${item.id}`);
  const people = random.some(fans.slice(1), plan.said.length);
  const step = (today.getTime() - item.at.getTime()) / (plan.said.length + 2);
  const said = plan.said.map((text, at) =>
    row(
      {
        item,
        by: people[at]?.id ?? '',
        text,
        at: new Date(item.at.getTime() + step * (at + 1)),
        pinned: plan.pinned === at,
      },
      String(at),
    ),
  );
  return [
    ...said,
    row(
      {
        item,
        by: item.owner,
        text: plan.answer,
        at: new Date(today.getTime() - step / 2),
        parentId: said[0]?.id ?? '',
      },
      'answer',
    ),
  ];
}

function allTalk(mediaItems: readonly MediaItem[], today: Date): Comment[] {
  const demo = creatorNamed('demo-creator').id;
  const decks: Decks = {
    remarks: new Deck('remarks', remarks),
    remarksOnWares: new Deck('remarks on wares', remarksOnWares),
    replies: new Deck('replies', replies),
  };
  const own = mediaItems.filter(({ type, owner }) => type === 'feed' && owner === demo);
  return mediaItems.flatMap((item) => {
    const place = own.indexOf(item);
    if (place >= 0) return talkUnderDemoPost(item, { place, today, decks });
    return item.open && item.talks ? talkUnder(item, today, decks) : [];
  });
}

/** The demo creator's words to hold, and a comment that waits because of them. */
async function holdWords(ctx: Ctx, mediaItems: readonly MediaItem[], { today }: Past): Promise<void> {
  const ownerId = creatorNamed('demo-creator').id;
  const updatedAt = before(today, minutes(60 * 24 * 30));
  await ctx.db
    .insert(heldWords)
    .values({ id: demoId('held words'), ownerId, words: ['cheap copies', 'spoiler'], updatedAt });
  const item = mediaItems.find(({ type, owner, open }) => type === 'feed' && owner === ownerId && open);
  const author = fans[3];
  if (!item || !author) return;
  const at = before(today, minutes(50));
  const text = 'You can get cheap copies of these for half the price. Message me.';
  const heldBy = 'creator';
  await ctx.db
    .insert(comments)
    .values({ ...row({ item, by: author.id, text, at }, 'held'), heldAt: at, heldBy });
}

/** Rows per statement. Their values are parameters, of which PostgreSQL allows 65,535. */
const BATCH = 5_000;
const toBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => rows.slice(at * BATCH, (at + 1) * BATCH));

/** Sets every counter from the rows it counts. */
async function count(ctx: Ctx): Promise<void> {
  await ctx.db.execute(
    sql`UPDATE comments c SET replies = (SELECT count(*) FROM comments r WHERE r.parent_id = c.id AND r.held_at IS NULL) WHERE parent_id IS NULL`,
  );
  for (const [type, table] of Object.entries(tables)) {
    await ctx.db.execute(sql`
      UPDATE ${sql.identifier(table)} w SET likes = coalesce(n.likes, 0), bookmarks = coalesce(n.bookmarks, 0), comments = coalesce(n.comments, 0)
      FROM ${sql.identifier(table)} AS own
      LEFT JOIN (SELECT object_id, count(*) FILTER (WHERE action = 'like') AS likes, count(*) FILTER (WHERE action = 'bookmark') AS bookmarks FROM reactions WHERE object_type = ${type} GROUP BY 1) AS r ON r.object_id = own.id
      LEFT JOIN (SELECT object_id, count(*) AS comments FROM comments WHERE object_type = ${type} AND held_at IS NULL GROUP BY 1) AS c ON c.object_id = own.id
      CROSS JOIN LATERAL (SELECT r.likes, r.bookmarks, c.comments) AS n WHERE own.id = w.id`);
  }
  const liked = sql.join(
    Object.values(tables).map((table) => sql`SELECT performer_id, likes FROM ${sql.identifier(table)}`),
    sql` UNION ALL `,
  );
  await ctx.db.execute(
    sql`UPDATE performers p SET likes = coalesce((SELECT sum(l.likes) FROM (${liked}) AS l WHERE l.performer_id = p.account_id), 0)`,
  );
}

/**
 * Adds likes, bookmarks, comments, and replies to everything published, and sets all counters. Must run last,
 * because it covers everything that exists.
 */
export async function emitEngagement(ctx: Ctx, past: Past): Promise<void> {
  const mediaItems = (
    await fetchRows<MediaItem & Record<string, unknown>>(ctx.db.execute(mediaItemsQuery))
  ).map((item) => ({
    ...item,
    at: new Date(item.at),
  }));
  const bookmarks = bookmarksOfDemoFan(mediaItems, past.today);
  for (const rows of toBatches([
    ...mediaItems.flatMap((item) => reactionsTo(item, past.today)),
    ...bookmarks,
  ]))
    await ctx.db.insert(reactions).values(rows).onConflictDoNothing();
  await collect(ctx, bookmarks, past);
  for (const rows of toBatches(allTalk(mediaItems, past.today))) await ctx.db.insert(comments).values(rows);
  await holdWords(ctx, mediaItems, past);
  await count(ctx);
}
