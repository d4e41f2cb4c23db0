import { eq } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { routes } from '#config/routes.ts';
import type { TodoKind } from '#contract/across/creator-home.ts';
import type { PayoutQuote } from '#contract/trade/payouts.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { notFound } from '../../../kernel/errors.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';
import { unapproved } from '../../people/accounts/approval/unapproved.ts';
import { startOfOwnDay } from '../../../kernel/local-days.ts';
import { countUnanswered, requestsWaiting } from '../../talk/messages/inbox/unanswered.ts';
import { calculate } from '../../trade/payouts/requests.ts';
import { findOpenPayout } from '../../trade/payouts/state-machine.ts';
import { bestPosts } from '../../content/posts/best-posts.ts';
import { orderProblems, ordersWaiting } from '../../trade/shop/orders-waiting.ts';
import { failedRenewals, newestSubscribers } from '../../trade/subscriptions/subscriber-news.ts';
import { homeFigures, listPeriods } from './figures.ts';
import { nextScheduled } from './scheduled.ts';

type Home = ReplySource<'GET /performer/home'>;
type Todo = Home['todo'][number];
/** Rows of each list on the page. */
const shown = 5;
/** Nobody works through more in one go, and counting everything costs more than the page. */
const countedUpTo = 100;
/** Days before a document expires from which a new one is asked for, as in the first reminder. */
const expiresSoonDays = 30;

const profileColumns = {
  avatar: accounts.avatar,
  bio: accounts.bio,
  verified: performers.verified,
  verifiedReason: performers.verifiedReason,
  verifiedUntil: performers.verifiedUntil,
  submittedAt: performers.submittedAt,
  monthlyPrice: performers.monthlyPrice,
  isFreeSubscription: performers.isFreeSubscription,
  feeds: performers.feeds,
  singlePhotos: performers.singlePhotos,
  singleVideos: performers.singleVideos,
  galleries: performers.galleries,
  followers: performers.followers,
  subscribers: performers.subscribers,
};
async function loadProfile(ctx: UserCtx) {
  const [profile] = await ctx.db
    .select(profileColumns)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(eq(performers.accountId, ctx.viewer.id));
  if (!profile) throw notFound();
  return profile;
}
type Profile = Awaited<ReturnType<typeof loadProfile>>;

/** Whether a document is missing, or expires soon and no new one was sent. */
function missingDocuments(ctx: UserCtx, profile: Profile): { count: number; deadline: Date | null } {
  const { verifiedUntil, submittedAt } = profile;
  const why = unapproved(profile);
  if (why) return { count: why.who === 'you' ? 1 : 0, deadline: null };
  const soon = verifiedUntil !== null && !submittedAt && verifiedUntil <= addDays(now(ctx), expiresSoonDays);
  return { count: soon ? 1 : 0, deadline: soon ? verifiedUntil : null };
}

/** Before the first earnings, a payout method is one of the first steps only. */
const needsMethod = ({ method, available, onHold, setAside }: PayoutQuote): boolean =>
  method ? !method.isReady : available + onHold + setAside > 0;

async function loadTodo(ctx: UserCtx, profile: Profile, quote: PayoutQuote): Promise<Todo[]> {
  const [accept, ship, problems, requests, failed, messages] = await Promise.all([
    ordersWaiting(ctx, 'paid', countedUpTo),
    ordersWaiting(ctx, 'accepted', countedUpTo),
    orderProblems(ctx, countedUpTo),
    requestsWaiting(ctx, countedUpTo),
    failedRenewals(ctx, countedUpTo),
    countUnanswered(ctx, countedUpTo),
  ]);
  const task = (
    kind: TodoKind,
    href: string,
    { count, deadline = null }: { count: number; deadline?: Date | null },
  ): Todo => ({ kind, count, deadline: deadline?.toISOString() ?? null, href });
  const all = [
    task('documents', `${routes.creatorAccount}?tab=payouts`, missingDocuments(ctx, profile)),
    task('orders_to_accept', `${routes.creatorOrders}?state=paid`, accept),
    task('orders_to_ship', `${routes.creatorOrders}?state=accepted`, ship),
    task('order_problems', routes.creatorOrders, problems),
    task('message_requests', routes.messages, requests),
    task('failed_payments', `${routes.subscribers}?state=past_due`, failed),
    task('payout_method', `${routes.creatorAccount}?tab=payouts`, { count: needsMethod(quote) ? 1 : 0 }),
    task('messages', routes.messages, { count: messages }),
  ];
  const last = '9999';
  // The sort is stable, so without deadlines the order above remains.
  return all
    .filter(({ count }) => count > 0)
    .toSorted((a, b) =>
      (a.deadline ?? last) < (b.deadline ?? last) ? -1 : a.deadline === b.deadline ? 0 : 1,
    );
}

/** A price counts as chosen only once its creator set it, or made the subscription free. */
function listSteps(profile: Profile, { method }: PayoutQuote): Home['steps'] {
  const { avatar, bio, monthlyPrice, isFreeSubscription, followers, subscribers } = profile;
  const works = profile.feeds + profile.singlePhotos + profile.singleVideos + profile.galleries;
  const steps: NonNullable<Home['steps']> = [
    { kind: 'picture', isDone: avatar !== null },
    { kind: 'bio', isDone: bio.trim() !== '' },
    { kind: 'price', isDone: monthlyPrice !== null || isFreeSubscription },
    { kind: 'post', isDone: works > 0 },
    { kind: 'payout_method', isDone: method?.isReady === true },
    { kind: 'share', isDone: followers + subscribers > 0 },
  ];
  return steps.every(({ isDone }) => isDone) ? null : steps;
}

async function loadNextPayout(ctx: UserCtx, quote: PayoutQuote): Promise<Home['nextPayout']> {
  const { available, minimum, canRequest, openRequestId } = quote;
  const open = openRequestId === null ? null : await findOpenPayout(ctx, ctx.viewer.id);
  const blocks = quote.blocks.filter(({ stops }) => stops === 'request');
  const short = blocks.find(({ code }) => code === 'below_minimum' || code === 'owed');
  return {
    available,
    minimum,
    canRequest,
    from: short?.until ?? null,
    blocks,
    request: open && {
      _id: open.id,
      amount: open.amount,
      state: open.state,
      createdAt: open.createdAt.toISOString(),
    },
  };
}

/** Everything on a creator's home, of the viewer alone. */
export async function viewHome(ctx: UserCtx): Promise<Home> {
  const [profile, quote] = await Promise.all([loadProfile(ctx), calculate(ctx, {})]);
  const [todo, figures, newest, best, nextPayout, scheduled] = await Promise.all([
    loadTodo(ctx, profile, quote),
    homeFigures(ctx),
    newestSubscribers(ctx, shown),
    bestPosts(ctx, startOfOwnDay(ctx, listPeriods(ctx).last.from), shown),
    loadNextPayout(ctx, quote),
    nextScheduled(ctx, shown),
  ]);
  return {
    todo,
    figures,
    newestSubscribers: newest,
    bestPosts: best,
    nextPayout,
    scheduled,
    steps: listSteps(profile, quote),
  };
}
