import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Id, Money, PerformerCard, SignedMoney, Timestamp } from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { PayoutBlock, PayoutState } from '../trade/payouts.ts';
import { SubscriptionType } from '../trade/subscriptions.ts';

/** What waits for a creator, in the order it is shown when nothing else decides. */
const TodoKind = z.enum([
  'documents',
  'orders_to_accept',
  'orders_to_ship',
  'order_problems',
  'message_requests',
  'failed_payments',
  'payout_method',
  'messages',
]);
export type TodoKind = z.infer<typeof TodoKind>;
const Todo = z.object({
  kind: TodoKind,
  count: z.int().describe('Number of those that wait, counted up to 100.'),
  /** The nearest one. Null if nothing happens by itself. */
  deadline: Timestamp.nullable(),
  /** Path of the page where it is done. */
  href: z.string(),
});

const StepKind = z.enum(['picture', 'bio', 'price', 'post', 'payout_method', 'share']);

/** `subscribers` and `followers` are new ones. */
const Figures = z.object({
  earned: SignedMoney,
  subscribers: z.int().describe('Number of subscriptions that began.'),
  followers: z.int().describe('Number of people who began to follow.'),
});
/** Days in the creator's time zone, both included. */
const Period = Figures.extend({ from: z.iso.date(), to: z.iso.date() });

const Planned = z.object({
  kind: z.enum(['post', 'message', 'mass_message', 'stream']),
  _id: Id,
  /** Null if it has no words. */
  title: z.string().nullable(),
  at: Timestamp,
  href: z.string(),
});

const dayMs = 86_400_000;
const Dated = Planned.extend({
  kind: z.enum(['post', 'mass_message', 'stream']),
  /**
   * Posts and streams are `scheduled` until then; a post's files may be `processing`, or may have `failed`. What was
   * published for some time only is `expired` afterwards.
   */
  state: z.enum(['scheduled', 'processing', 'failed', 'published', 'expired']),
});

/** Beyond a hundred, the frame shows no more than "99+". */
const Waiting = z.int().describe('Number of those that wait, counted up to 100.');

export const creatorHome = {
  'GET /performer/counts': op({
    summary: 'What waits for you in each part of the studio, and your available earnings',
    access: 'performer',
    reply: z.object({
      /** Orders to accept or to ship. */
      orders: Waiting,
      /** Comments held for your review. */
      comments: Waiting,
      messageRequests: Waiting,
      /** Requests from creators who tagged you. */
      coCreations: Waiting,
      /** Private streams that fans asked for. */
      privateStreams: Waiting,
      /** Negative when a sale was refunded after it was paid out. */
      available: SignedMoney,
    }),
    ours: true,
  }),
  'GET /performer/home': op({
    summary: 'What waits for you, how it goes, and your first steps',
    access: 'performer',
    reply: z.object({
      /** The nearest deadline first; without one, last. */
      todo: z.array(Todo),
      figures: z.object({
        today: Period,
        /** The last 28 days, today included, and the 28 before. */
        last: Period,
        before: Period,
      }),
      newestSubscribers: z.array(
        z.object({
          user: PerformerCard,
          type: SubscriptionType,
          startedAt: Timestamp,
        }),
      ),
      /** Of the last 28 days: those that earned most, then those published since with most likes. */
      bestPosts: z.array(
        z.object({
          _id: Id,
          /** Null if it has no words. */
          title: z.string().nullable(),
          publishedAt: Timestamp,
          /** From unlocks and tips, after commission and refunds. */
          earned: SignedMoney,
          likes: z.int().describe('Number of likes.'),
        }),
      ),
      nextPayout: z.object({
        available: SignedMoney,
        minimum: Money,
        canRequest: z.boolean(),
        /** When the minimum will have become available; null if it has, or if that takes more sales. */
        from: Timestamp.nullable(),
        /** What stops a request, in the order to resolve it. */
        blocks: z.array(PayoutBlock),
        /** The payout in progress. */
        request: z.object({ _id: Id, amount: Money, state: PayoutState, createdAt: Timestamp }).nullable(),
      }),
      scheduled: z.array(Planned),
      /** Null once all of them are done. */
      steps: z.array(z.object({ kind: StepKind, isDone: z.boolean() })).nullable(),
    }),
    ours: true,
  }),
  'GET /performer/calendar': op({
    summary: 'Your scheduled and published posts, scheduled streams and mass messages of some weeks',
    access: 'performer',
    query: z
      .strictObject({
        from: Timestamp,
        /** Not included itself. */
        to: Timestamp,
      })
      .refine(({ from }) => Date.parse(from) >= 0, { message: 'Nothing is older than 1970.', path: ['from'] })
      .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
        message: 'The end must be after the start.',
        path: ['to'],
      })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= limits.calendar.days * dayMs, {
        message: `Ask for at most ${limits.calendar.days} days.`,
        path: ['to'],
      }),
    reply: z.object({
      /** The earliest first. */
      data: z.array(Dated),
      /** False if there are more than fit. */
      isComplete: z.boolean(),
    }),
    ours: true,
  }),
};
