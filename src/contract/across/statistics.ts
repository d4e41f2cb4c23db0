import { z } from 'zod';
import { Done, Id, KeyPage, Money, SignedMoney, listReply } from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** What is viewed. `feed` is a post. */
export const ViewKind = z.enum(['feed', 'video', 'gallery', 'product', 'auction', 'stream', 'profile']);
export type ViewKind = z.infer<typeof ViewKind>;
/**
 * Where the viewer found it. `direct`: its address was opened without a link. `link`: a link on another site, or
 * one with a `ref`. `other`: another page of this site.
 */
export const ViewSource = z.enum(['search', 'home', 'profile', 'explore', 'tag', 'direct', 'link', 'other']);
export type ViewSource = z.infer<typeof ViewSource>;

/** The most views in one call. */
export const viewsPerCall = 50;

const View = z.strictObject({
  kind: ViewKind,
  /** The item's id. For a profile, its username will do. */
  itemId: z.string().min(1).max(64),
  source: ViewSource,
  /** A word that tells links apart, or the name of the site with the link. Only with the source `link`. */
  ref: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,49}$/)
    .optional(),
});

/** Days in the creator's time zone, both included. At most ten years. */
const Days = { from: z.iso.date(), to: z.iso.date() };
/** What a point of a series stands for. Weeks begin on Monday. */
export const StatisticsStep = z.enum(['day', 'week', 'month']);
export type StatisticsStep = z.infer<typeof StatisticsStep>;

const count = (what: string) => z.int().describe(`Number of ${what}.`);
const Subscribers = z.object({
  new: count('people who paid for their first period'),
  renewed: count('renewals'),
  lost: count('subscriptions that ended and weren’t renewed'),
  net: count('new less lost subscribers; may be negative'),
});
const Figures = z.object({
  views: count('views'),
  viewers: count('viewers, each counted once a day'),
  followers: count('people who began to follow and still do'),
  subscribers: Subscribers,
  /** After commission and refunds, as in the earnings. */
  earned: SignedMoney,
});
const Totals = Figures.extend({ profileViews: count('views of the profile') });
const percent = (what: string) => z.number().describe(`Percent of ${what}.`);

/** Paying subscribers at one moment. */
const Members = z.object({
  subscribers: count('paying subscribers'),
  /** What they pay a month, before commission; a year counts as twelve months. */
  monthlyRevenue: Money,
});

export const ItemViewKind = ViewKind.exclude(['profile']);
const ItemSort = z.enum(['views', 'locked', 'unlocks', 'conversion', 'tips', 'earned']);

export const statistics = {
  'POST /views': op({
    summary: 'Count what was seen, in batches; bots and what the viewer can’t see are ignored',
    access: 'anyone',
    body: z.strictObject({ views: z.array(View).min(1).max(viewsPerCall) }),
    reply: Done,
    ours: true,
  }),
  'GET /performer/statistics': op({
    summary: 'How your page and your items do, over time and against the days before',
    access: 'performer',
    query: z.strictObject({ ...Days, step: StatisticsStep.default('day') }),
    reply: z.object({
      /** The first day with views; null while there are none. */
      since: z.iso.date().nullable(),
      totals: Totals,
      /** As many days before. */
      previous: Totals.extend(Days),
      /** Larger than asked for if the days were more than 400 points. */
      step: StatisticsStep,
      /** Oldest first, without gaps. `day` is the first day of the point that is in the range. */
      series: z.array(
        Figures.extend({
          day: z.iso.date(),
          /** The point at the same place in the days before; null if there is none. */
          previous: Figures.nullable(),
        }),
      ),
    }),
    ours: true,
  }),
  'GET /performer/statistics/items': op({
    summary: 'What each of your items did',
    access: 'performer',
    query: z.strictObject({
      ...KeyPage,
      ...Days,
      kind: ItemViewKind.optional(),
      sort: ItemSort.default('views'),
    }),
    reply: listReply(
      z.object({
        _id: Id,
        kind: ItemViewKind,
        /** Null when it has none or was deleted. */
        title: z.string().nullable(),
        views: count('views'),
        locked: count('views by people who found it locked'),
        unlocks: count('purchases that weren’t refunded'),
        /** Null for items that nobody found locked. */
        conversion: percent('those who found it locked, and then bought it').nullable(),
        likes: count('likes'),
        comments: count('comments'),
        /** After commission. Also in `earned`. */
        tips: SignedMoney,
        /** After commission and refunds. */
        earned: SignedMoney,
      }),
    ),
    ours: true,
  }),
  'GET /performer/statistics/sources': op({
    summary: 'Where your viewers came from',
    access: 'performer',
    query: z.strictObject({ ...Days, itemId: Id.optional() }),
    reply: z.array(
      z.object({
        source: ViewSource,
        /** The word of a link, or the site it was on. Null if there is none; always null for one item. */
        ref: z.string().nullable(),
        views: count('views'),
        previous: count('views in as many days before'),
      }),
    ),
    ours: true,
  }),
  'GET /performer/statistics/audience': op({
    summary: 'Who stays: revenue, churn and cohorts of your paying subscribers, and when people come',
    access: 'performer',
    query: z.strictObject(Days),
    reply: z.object({
      /** At the end of the days, and at their start. */
      now: Members,
      before: Members,
      /** Null if nobody subscribed at the start. */
      churn: percent('those who subscribed at the start and left in these days').nullable(),
      /** What a subscriber pays on average until they leave, before commission; null while nobody leaves. */
      lifetimeValue: Money.nullable(),
      /** By the month they subscribed in, oldest first; the last twelve months. */
      cohorts: z.array(
        z.object({
          month: z.string().regex(/^\d{4}-\d{2}$/),
          joined: count('people who subscribed in that month'),
          /** After so many months, beginning with none; of those who subscribed long enough ago. */
          kept: z.array(percent('those who were still subscribed')),
        }),
      ),
      /** Views by hour in the creator's time zone: 24 hours of Monday, then those of the other days. */
      hours: z.array(count('views')).length(168),
    }),
    ours: true,
  }),
};
