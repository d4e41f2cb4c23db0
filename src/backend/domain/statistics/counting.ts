import { sql } from 'drizzle-orm';
import { isbot } from 'isbot';
import type { ParsedInput } from '#contract/core/registry.ts';
import { rowsOf } from '../../db/db.ts';
import { type Ctx, now } from '../../kernel/context.ts';
import { tooMany } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/networks.ts';
import { addDays } from '../../kernel/subscription-dates.ts';
import type { Ports } from '../../ports.ts';
import { dayOf } from '../earnings/days.ts';
import { type CountedView, addViews } from './view-buffer.ts';
import { type SentView, viewedItems } from './viewed-items.ts';

const minuteMs = 60_000;
/** A page sends one every few seconds at most; many people may share an address. */
const callsPerMinute = 240;
/** About 10 MB. Whoever is forgotten is asked about again, and the database still counts them once. */
const mostRemembered = 100_000;

/** What this process knows of today. It only saves work: what counts is in the database. */
interface Today {
  readonly day: string;
  readonly salt: string;
  /** Who was counted for what. */
  readonly counted: Set<string>;
}
interface Memory {
  today: Promise<Today> | null;
  day: string;
  /** Calls in the current minute, by viewer. */
  calls: Map<string, number>;
  minute: number;
}
const memories = new WeakMap<Ports, Memory>();
function memoryOf({ ports }: Ctx): Memory {
  const known = memories.get(ports);
  if (known) return known;
  const memory: Memory = { today: null, day: '', calls: new Map(), minute: 0 };
  memories.set(ports, memory);
  return memory;
}

/** The day's salt, the same in all processes. Those of days before are deleted. */
async function saltOf(ctx: Ctx, day: string): Promise<string> {
  await ctx.db.execute(sql`DELETE FROM view_salts WHERE day < ${day}::date`);
  await ctx.db.execute(
    sql`INSERT INTO view_salts (day, salt) VALUES (${day}::date, ${ctx.ports.crypto.randomToken(32)}) ON CONFLICT DO NOTHING`,
  );
  const [row] = await rowsOf<{ salt: string }>(
    ctx.db.execute(sql`SELECT salt FROM view_salts WHERE day = ${day}::date`),
  );
  if (!row) throw new Error('the salt of the day vanished');
  return row.salt;
}

function todayOf(ctx: Ctx): Promise<Today> {
  const memory = memoryOf(ctx);
  const day = dayOf(now(ctx));
  if (memory.today && memory.day === day) return memory.today;
  const today = saltOf(ctx, day).then((salt) => ({ day, salt, counted: new Set<string>() }));
  memory.day = day;
  memory.today = today;
  // A failure isn't kept.
  today.catch(() => memory.today === today && (memory.today = null));
  return today;
}

/** Identifies a viewer for one day, without saying who it is. */
function viewerKey(ctx: Ctx, salt: string): string {
  const who = ctx.viewer
    ? `account\n${ctx.viewer.id}`
    : `${networkOf(ctx.request)}\n${ctx.request.userAgent}`;
  return ctx.ports.crypto.hmac(salt, who).slice(0, 22);
}

/** Counted in memory: a row for each call would cost more than the views themselves. */
function limitCalls(ctx: Ctx, viewer: string): void {
  const memory = memoryOf(ctx);
  const moment = now(ctx).getTime();
  const minute = Math.floor(moment / minuteMs);
  if (memory.minute !== minute || memory.calls.size > mostRemembered) memory.calls = new Map();
  memory.minute = minute;
  const calls = (memory.calls.get(viewer) ?? 0) + 1;
  memory.calls.set(viewer, calls);
  if (calls > callsPerMinute) throw tooMany(Math.ceil(((minute + 1) * minuteMs - moment) / 1000));
}

const done = { success: true } as const;
const isPerson = (userAgent: string): boolean => userAgent !== '' && !isbot(userAgent);
const keyOf = (viewer: string, { kind, itemId }: Pick<SentView, 'kind' | 'itemId'>): string =>
  `${viewer} ${kind} ${itemId.toLowerCase()}`;

/**
 * Counts views, each once per viewer, item and day. What can't be counted is ignored without a word: bots, the
 * viewer's own items, and what doesn't exist for them.
 */
export async function countViews(
  ctx: Ctx,
  { views }: ParsedInput<'POST /views'>['body'],
): Promise<{ success: true }> {
  if (!isPerson(ctx.request.userAgent)) return done;
  const { day, salt, counted } = await todayOf(ctx);
  const viewer = viewerKey(ctx, salt);
  limitCalls(ctx, viewer);
  const fresh = views.filter((view) => !counted.has(keyOf(viewer, view)));
  const sent = new Map(fresh.map((view) => [keyOf(viewer, view), view]));
  const hour = now(ctx).getUTCHours();
  const found = (await viewedItems(ctx, fresh)).flatMap((item): CountedView[] => {
    const key = keyOf(viewer, { kind: item.kind, itemId: item.sentId });
    const view = sent.get(key);
    if (!view || counted.has(key)) return [];
    if (counted.size >= mostRemembered) counted.clear();
    counted.add(key);
    return [
      {
        day,
        hour,
        viewer,
        kind: item.kind,
        item_id: item.id,
        performer_id: item.performerId,
        source: view.source,
        ref: view.source === 'link' ? (view.ref ?? '') : '',
        locked: item.locked,
      },
    ];
  });
  addViews(ctx, found);
  return done;
}

/** How many rows are deleted at once, so that nothing waits long for them. */
const deletedAtOnce = 20_000;

/** Deletes what is only needed on its day. Marks stay a day longer, for views that are written after midnight. */
export async function forgetViewers(ctx: Ctx): Promise<void> {
  const today = dayOf(now(ctx));
  const before = dayOf(addDays(now(ctx), -1));
  await ctx.db.execute(sql`DELETE FROM view_salts WHERE day < ${today}::date`);
  for (let gone = deletedAtOnce; gone === deletedAtOnce;) {
    const rows = await rowsOf(
      ctx.db.execute(
        sql`DELETE FROM view_marks WHERE ctid = ANY (ARRAY(SELECT ctid FROM view_marks WHERE day < ${before}::date LIMIT ${deletedAtOnce})) RETURNING 1 AS gone`,
      ),
    );
    gone = rows.length;
  }
}
