import { sql } from 'drizzle-orm';
import type { ViewKind, ViewSource } from '#contract/across/statistics.ts';
import { fetchRows } from '../db/db.ts';
import type { Ctx } from '../kernel/context.ts';
import { creatorNamed } from './cast.ts';
import { type Past, before, days } from './past.ts';
import { type Random, createRandom } from './random.ts';

/** Three months, and those they are compared with. */
const shownDays = 180;
const dayMs = 86_400_000;

interface Item {
  readonly kind: ViewKind;
  readonly id: string;
  readonly owner: string;
  readonly since: string | Date;
  readonly likes: number;
  readonly isLocked: boolean;
}
interface Counts {
  readonly items: object[];
  readonly sources: Map<string, number>;
  total: number;
}

const itemsQuery = sql`
  SELECT 'feed' AS kind, id, performer_id AS owner, published_at AS since, likes, price > 0 OR audience <> 'public' AS "isLocked" FROM feeds WHERE state = 'published'
  UNION ALL SELECT 'video', id, performer_id, published_at, likes, price > 0 OR audience <> 'public' FROM videos WHERE state = 'published'
  UNION ALL SELECT 'gallery', id, performer_id, published_at, likes, price > 0 OR audience <> 'public' FROM galleries WHERE state = 'published'
  UNION ALL SELECT 'product', id, performer_id, created_at, likes, true FROM products WHERE state = 'published'
  UNION ALL SELECT 'auction', id, performer_id, created_at, likes, false FROM auctions WHERE state <> 'cancelled'
  ORDER BY owner, id`;

/** Where people come from, with how many of a hundred. */
const origins: readonly (readonly [ViewSource, string, number])[] = [
  ['home', '', 34],
  ['profile', '', 22],
  ['search', '', 12],
  ['explore', '', 11],
  ['link', 'newsletter', 8],
  ['link', 'instagram.com', 5],
  ['direct', '', 5],
  ['other', '', 3],
];
function pickOrigin(random: Random): readonly [ViewSource, string] {
  let left = random.next() * 100;
  for (const [source, ref, share] of origins) {
    left -= share;
    if (left <= 0) return [source, ref];
  }
  return ['home', ''];
}

/** Most is seen in the first days; some is still found later. */
const interest = (age: number): number => Math.exp(-age / 5) * 0.16 + 0.006;

/** When people look: few at night, most in the evening. */
const hourShares = [1, 1, 0, 0, 0, 1, 2, 3, 4, 4, 4, 4, 5, 5, 4, 4, 4, 5, 7, 9, 10, 10, 8, 5];

/** One day of one creator. */
interface Day {
  readonly day: string;
  readonly random: Random;
  /** Today is only partly over. */
  readonly hours: number;
}

function viewItem(counts: Counts, item: Item, { day, random, hours }: Day): void {
  const age = (Date.parse(day) - Date.parse(new Date(item.since).toISOString().slice(0, 10))) / dayMs;
  if (age < 0) return;
  const most = (item.likes * 14 + 40) * interest(age) * random.between(0.6, 1.4);
  const views = Math.round((most * hours) / 24);
  if (views === 0) return;
  const [source, ref] = pickOrigin(random);
  counts.items.push({
    performer_id: item.owner,
    day,
    kind: item.kind,
    item_id: item.id,
    source,
    views,
    locked: item.isLocked ? Math.round(views * random.between(0.3, 0.6)) : 0,
  });
  const key = `${source} ${ref}`;
  counts.sources.set(key, (counts.sources.get(key) ?? 0) + views);
  counts.total += views;
}

function viewProfile(counts: Counts, owner: string, { day, random, hours }: Day): void {
  const found = (random.between(14, 30) * hours) / 24;
  const views = Math.round(found + counts.total * random.between(0.08, 0.14));
  if (views === 0) return;
  const source = random.pick(['search', 'search', 'explore', 'home']);
  counts.items.push({ performer_id: owner, day, kind: 'profile', item_id: owner, source, views, locked: 0 });
  counts.sources.set(`${source} `, (counts.sources.get(`${source} `) ?? 0) + views);
  counts.total += views;
}

/** Splits a day's views over its hours. */
function spreadOverHours(
  total: number,
  { random, hours }: Day,
): { hour: number; views: number; viewers: number }[] {
  const weights = hourShares.slice(0, hours).map((share) => share * random.between(0.5, 1.5));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.flatMap((weight, hour) => {
    const views = Math.round((total * weight) / all);
    return views === 0 ? [] : [{ hour, views, viewers: Math.max(1, Math.round(views * 0.55)) }];
  });
}

interface Rows {
  readonly items: object[];
  readonly sources: object[];
  readonly hours: object[];
}

function addDay(
  rows: Rows,
  { owner, items }: { owner: string; items: readonly Item[] },
  { today, ago }: { today: Date; ago: number },
): void {
  const day = before(today, days(ago)).toISOString().slice(0, 10);
  const random = createRandom(`views of ${owner}, ${ago}`);
  const one: Day = { day, random, hours: ago === 0 ? today.getUTCHours() : 24 };
  const counts: Counts = { items: rows.items, sources: new Map(), total: 0 };
  for (const item of items) viewItem(counts, item, one);
  viewProfile(counts, owner, one);
  for (const [key, views] of counts.sources) {
    const [source, ref] = key.split(' ');
    rows.sources.push({ performer_id: owner, day, source, ref, views });
  }
  for (const hour of spreadOverHours(counts.total, one))
    rows.hours.push({ performer_id: owner, day, ...hour });
}

/**
 * Six months of views for the creator to log in as, and a week for everyone else: enough for figures, and quick
 * to write.
 */
export async function insertViews(ctx: Ctx, { today }: Past): Promise<void> {
  const items = await fetchRows<Item>(ctx.db.execute(itemsQuery));
  const byOwner = new Map<string, Item[]>();
  for (const item of items) byOwner.set(item.owner, [...(byOwner.get(item.owner) ?? []), item]);
  const shown = creatorNamed('demo-creator').id;
  const rows: Rows = { items: [], sources: [], hours: [] };
  for (const [owner, own] of byOwner)
    for (let ago = owner === shown ? shownDays : 7; ago >= 0; ago -= 1)
      addDay(rows, { owner, items: own }, { today, ago });
  const json = (list: object[]) => sql`${JSON.stringify(list)}::text::json`;
  await ctx.db.execute(sql`
    INSERT INTO item_view_days (performer_id, day, kind, item_id, source, views, locked)
    SELECT * FROM json_to_recordset(${json(rows.items)}) AS v (performer_id uuid, day date, kind text, item_id uuid, source text, views int, locked int)`);
  await ctx.db.execute(sql`
    INSERT INTO source_view_days (performer_id, day, source, ref, views)
    SELECT * FROM json_to_recordset(${json(rows.sources)}) AS v (performer_id uuid, day date, source text, ref text, views int)`);
  await ctx.db.execute(sql`
    INSERT INTO view_days (performer_id, day, views, viewers)
    SELECT performer_id, day, sum(views), sum(viewers) FROM json_to_recordset(${json(rows.hours)}) AS v (performer_id uuid, day date, views int, viewers int) GROUP BY 1, 2`);
  await ctx.db.execute(sql`
    INSERT INTO view_hours (performer_id, day, hour, views, viewers)
    SELECT * FROM json_to_recordset(${json(rows.hours)}) AS v (performer_id uuid, day date, hour smallint, views int, viewers int)`);
}
