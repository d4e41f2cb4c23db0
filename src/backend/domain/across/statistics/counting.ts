import { eq, inArray, lt } from 'drizzle-orm';
import { isbot } from 'isbot';
import type { ParsedInput } from '#contract/core/registry.ts';
import { plusDays, utcDay } from '#lib/utc-days.ts';
import { dayIn, startOfDayIn, utc } from '#lib/zone-days.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { viewSalts } from '../../../db/schema/statistics.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { tooMany } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import type { Ports } from '../../../ports/ports.ts';
import { addViews } from './view-buffer.ts';
import { type SentView, type ViewedItem, viewedItems } from './viewed-items.ts';
import { type CountedView, deleteMarks } from './views-query.ts';

const minuteMs = 60_000;
/** A page sends one every few seconds at most; many people may share an address. */
const callsPerMinute = 240;
/** About 10 MB. Whoever is forgotten is asked about again, and the database still counts them once. */
const mostRemembered = 100_000;

/** What this process knows of viewers. It only saves work: what counts is in the database. */
interface Memory {
  /** Forgotten with each day in UTC, so that what was counted can't be traced back to a viewer later. */
  day: string;
  /** Tells viewers apart in here, and nowhere else. */
  salt: string;
  /** Who was counted for what, and until when: the end of the creator's day, in milliseconds. */
  counted: Map<string, number>;
  /** Those of creators' days, by day. */
  salts: Map<string, Promise<string>>;
  /** Calls in the current minute, by viewer. */
  calls: Map<string, number>;
  minute: number;
}
const memories = new WeakMap<Ports, Memory>();
function getMemory(ctx: Ctx): Memory {
  const day = utcDay(now(ctx));
  const known = memories.get(ctx.ports);
  if (known?.day === day) return known;
  const memory: Memory = {
    day,
    salt: ctx.ports.crypto.randomToken(32),
    counted: new Map(),
    salts: new Map(),
    calls: new Map(),
    minute: 0,
  };
  memories.set(ctx.ports, memory);
  return memory;
}

/** Days before this one, in UTC, are over in every time zone. */
const firstDayOnEarth = (time: Date): string => dayIn('Etc/GMT+12', time);

/** The salt of a creator's day, the same in all processes. Those of days that are over everywhere are deleted. */
async function findSalt(ctx: Ctx, day: string): Promise<string> {
  await ctx.db.delete(viewSalts).where(lt(viewSalts.day, firstDayOnEarth(now(ctx))));
  await ctx.db
    .insert(viewSalts)
    .values({ day, salt: ctx.ports.crypto.randomToken(32) })
    .onConflictDoNothing();
  const [row] = await ctx.db.select().from(viewSalts).where(eq(viewSalts.day, day));
  if (!row) throw new Error('the salt of the day vanished');
  return row.salt;
}

function getSalt(ctx: Ctx, day: string): Promise<string> {
  const { salts } = getMemory(ctx);
  const known = salts.get(day);
  if (known) return known;
  const salt = findSalt(ctx, day);
  salts.set(day, salt);
  // A failure isn't kept.
  salt.catch(() => salts.delete(day));
  return salt;
}

/** Identifies a viewer by a salt, without saying who it is. */
function viewerKey(ctx: Ctx, salt: string): string {
  const who = ctx.viewer
    ? `account\n${ctx.viewer.id}`
    : `${toNetwork(ctx.request)}\n${ctx.request.userAgent}`;
  return ctx.ports.crypto.hmac(salt, who).slice(0, 22);
}

/** Counted in memory: a row for each call would cost more than the views themselves. */
function limitCalls(ctx: Ctx, viewer: string): void {
  const memory = getMemory(ctx);
  const time = now(ctx).getTime();
  const minute = Math.floor(time / minuteMs);
  if (memory.minute !== minute || memory.calls.size > mostRemembered) memory.calls = new Map();
  memory.minute = minute;
  const calls = (memory.calls.get(viewer) ?? 0) + 1;
  memory.calls.set(viewer, calls);
  if (calls > callsPerMinute) throw tooMany(Math.ceil(((minute + 1) * minuteMs - time) / 1000));
}

const done = { success: true } as const;
const isPerson = (userAgent: string): boolean => userAgent !== '' && !isbot(userAgent);
const viewKey = (viewer: string, { kind, itemId }: Pick<SentView, 'kind' | 'itemId'>): string =>
  `${viewer} ${kind} ${itemId.toLowerCase()}`;

/** The time zones of creators, by id; UTC where it isn't known. */
async function loadZones(ctx: Ctx, ids: readonly string[]): Promise<(id: string) => string> {
  const rows = await ctx.db
    .select({ id: accounts.id, zone: accounts.timeZone })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(ids)]));
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  return (id) => zones.get(id) ?? utc;
}

/** The views as they are written, each on the day that it is for the creator. */
async function countedViews(
  ctx: Ctx,
  items: readonly ViewedItem[],
  sentAs: (item: ViewedItem) => SentView | undefined,
): Promise<(CountedView & { readonly ends: number })[]> {
  const time = now(ctx);
  const findZone = await loadZones(
    ctx,
    items.map(({ performerId }) => performerId),
  );
  const views = items.map(async (item) => {
    const view = sentAs(item);
    if (!view) return [];
    const zone = findZone(item.performerId);
    const day = dayIn(zone, time);
    return [
      {
        day,
        ends: Date.parse(startOfDayIn(zone, plusDays(day, 1))),
        utc_day: utcDay(time),
        utc_hour: time.getUTCHours(),
        viewer: viewerKey(ctx, await getSalt(ctx, day)),
        kind: item.kind,
        item_id: item.id,
        performer_id: item.performerId,
        source: view.source,
        ref: view.source === 'link' ? (view.ref ?? '') : '',
        locked: item.locked,
      },
    ];
  });
  return (await Promise.all(views)).flat();
}

/**
 * Counts views, each once per viewer, item and day of the creator's. What can't be counted is ignored without a
 * word: bots, the viewer's own items, and what doesn't exist for them.
 */
export async function countViews(
  ctx: Ctx,
  { views }: ParsedInput<'POST /views'>['body'],
): Promise<{ success: true }> {
  if (!isPerson(ctx.request.userAgent)) return done;
  const { counted, salt } = getMemory(ctx);
  const viewer = viewerKey(ctx, salt);
  limitCalls(ctx, viewer);
  const time = now(ctx).getTime();
  const isCounted = (key: string) => (counted.get(key) ?? 0) > time;
  const fresh = views.filter((view) => !isCounted(viewKey(viewer, view)));
  if (fresh.length === 0) return done;
  const sent = new Map(fresh.map((view) => [viewKey(viewer, view), view]));
  const keyOfItem = ({ kind, sentId }: ViewedItem) => viewKey(viewer, { kind, itemId: sentId });
  const items = (await viewedItems(ctx, fresh)).filter((item) => !isCounted(keyOfItem(item)));
  const found = await countedViews(ctx, items, (item) => sent.get(keyOfItem(item)));
  const until = new Map(found.map(({ performer_id: id, ends }) => [id, ends]));
  for (const item of items) {
    if (counted.size >= mostRemembered) counted.clear();
    counted.set(keyOfItem(item), until.get(item.performerId) ?? 0);
  }
  addViews(
    ctx,
    found.map(({ ends: _ends, ...view }) => view),
  );
  return done;
}

/** How many rows are deleted at once, so that nothing waits long for them. */
const deletedAtOnce = 20_000;

/**
 * Deletes what is only needed on its day, once that is over everywhere. Marks stay a day longer, for views that are
 * written after midnight.
 */
export async function forgetViewers(ctx: Ctx): Promise<void> {
  const today = firstDayOnEarth(now(ctx));
  const before = plusDays(today, -1);
  await ctx.db.delete(viewSalts).where(lt(viewSalts.day, today));
  for (let gone = deletedAtOnce; gone === deletedAtOnce;)
    gone = await deleteMarks(ctx.db, before, deletedAtOnce);
}
