import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';

/** A day in the time zone that the creator had when it was counted. */
const day = () => date('day', { mode: 'string' }).notNull();
/** Not a foreign key, because checking it would cost a lookup for nearly every view. */
const performerId = () => uuid('performer_id').notNull();
const views = () => integer('views').notNull();
const source = () =>
  text('source', {
    enum: ['search', 'home', 'profile', 'explore', 'tag', 'direct', 'link', 'other'],
  }).notNull();

/** How often an item was viewed on a day, by where its viewers came from. One viewer counts once. */
export const itemViewDays = pgTable(
  'item_view_days',
  {
    performerId: performerId(),
    day: day(),
    kind: text('kind', {
      enum: ['feed', 'video', 'gallery', 'product', 'auction', 'stream', 'profile'],
    }).notNull(),
    itemId: uuid('item_id').notNull(),
    source: source(),
    views: views(),
    /** Of these, how many found it locked. */
    locked: integer('locked').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.day, t.kind, t.itemId, t.source] })],
);

/** Views of a creator's items and profile on a day, by where the viewers came from. */
export const sourceViewDays = pgTable(
  'source_view_days',
  {
    performerId: performerId(),
    day: day(),
    source: source(),
    /** The word in the link, or the site it was on. Empty if there is none. */
    ref: text('ref').notNull(),
    views: views(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.day, t.source, t.ref] })],
);

/** All views of a creator's items and profile on a day. */
export const viewDays = pgTable(
  'view_days',
  {
    performerId: performerId(),
    day: day(),
    views: views(),
    /** Those who viewed anything of the creator that day. */
    viewers: integer('viewers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.day] })],
);

/** All views of a creator's items and profile in one hour. Both the day and the hour are in UTC. */
export const viewHours = pgTable(
  'view_hours',
  {
    performerId: performerId(),
    day: date('day', { mode: 'string' }).notNull(),
    hour: smallint('hour').notNull(),
    views: views(),
    /** Those who viewed something of the creator for the first time that day. */
    viewers: integer('viewers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.performerId, t.day, t.hour] })],
);

/** What each viewer was counted for on a day, in the creator's time zone. Deleted soon after the day. */
export const viewMarks = pgTable(
  'view_marks',
  {
    day: day(),
    /** A hash with the day's salt, of visitors and of accounts alike. */
    viewer: text('viewer').notNull(),
    /** `creator`: for anything of that creator. */
    kind: text('kind').notNull(),
    itemId: uuid('item_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.viewer, t.itemId, t.kind] })],
);

/** The salts of days, shared by all processes. One is deleted once its day is over everywhere on earth. */
export const viewSalts = pgTable('view_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
});
