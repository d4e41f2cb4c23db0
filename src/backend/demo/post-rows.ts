import { routes } from '#config/routes.ts';
import type { Ctx } from '../kernel/context.ts';
import { files } from '../db/schema/files.ts';
import {
  feedFiles,
  feeds,
  pollOptions,
  polls,
  pollVotes,
  postSeries,
  postSeriesItems,
} from '../db/schema/posts.ts';
import { type Creator, creators, fans } from './cast.ts';
import { clipId, photoId } from './gallery.ts';
import { type Past, before, days } from './past.ts';
import type { PollPlan } from './people/plan.ts';
import { productId, productPlans } from './product-plans.ts';
import { createRandom, demoId } from './random.ts';

export const postId = (creator: Creator, at: number): string => demoId(`post ${creator.username} ${at}`);

/** When a post was published, newest first: every few days, the newest a few hours ago. */
export function publishedAt(creator: Creator, at: number, today: Date): Date {
  const random = createRandom(`times ${creator.username}`);
  let age = random.between(0.02, 2.4) * (creator.username === 'demo-creator' ? 0.4 : 1);
  for (let index = 0; index < at; index += 1) age += random.between(1.2, 6.5);
  return before(today, days(age));
}

export interface PlannedPost {
  readonly creator: Creator;
  readonly at: number;
  readonly id: string;
  readonly publishedAt: Date;
  readonly price: number;
  readonly likes: number;
  readonly text: string;
}

/** The text of a post. Some of those that everyone can read have the creator's subjects as tags. */
function buildText({ categories, posts }: Creator, at: number): string {
  const { text = '', audience = 'public', price = 0 } = posts[at] ?? {};
  const isTagged = at % 3 === 1 && audience === 'public' && price === 0 && text !== '';
  return isTagged ? `${text}\n\n${categories.map((name) => `#${name.replaceAll(' ', '')}`).join(' ')}` : text;
}

/** All posts with what the rest of the demo data depends on. */
export const plannedPosts = (today: Date): PlannedPost[] =>
  creators.flatMap((creator) =>
    creator.posts.map((post, at) => ({
      creator,
      at,
      id: postId(creator, at),
      publishedAt: publishedAt(creator, at, today),
      price: post.price ?? 0,
      likes: Math.round(
        createRandom(`likes ${creator.username} ${at}`).between(0.1, 0.8) * creator.appeal * fans.length,
      ),
      text: buildText(creator, at),
    })),
  );

/** The card of a creator's own product. */
function linkTo(creator: Creator, name: string) {
  const plan = productPlans.find((each) => each.by === creator.username && each.name === name);
  if (!plan) throw new Error(`${creator.username} sells no “${name}”`);
  const url = routes.product(productId(plan));
  const [[post, photo] = [0, 0]] = plan.shown;
  return {
    linkCard: { url, title: name, description: `By ${creator.name}`, site: 'Product', cover: null },
    thumbnailId: photoId(creator, post, photo),
  };
}

function postRow(
  { creator, at, id, publishedAt: time, likes, text }: PlannedPost,
  today: Date,
): typeof feeds.$inferInsert {
  const post = creator.posts[at] as Creator['posts'][number];
  return {
    id,
    performerId: creator.id,
    type: post.type,
    text,
    audience: post.audience ?? 'public',
    price: post.price ?? 0,
    includedInSubscription: post.included ?? false,
    pinned: post.pinned ?? false,
    state: 'published',
    expiresAt: post.daysLeft ? before(today, days(-post.daysLeft)) : null,
    likes,
    publishedAt: time,
    createdAt: time,
    updatedAt: time,
    thumbnailId: post.type === 'audio' ? photoId(creator, at, 0) : null,
    teaserId: post.teaser ? clipId(creator, at, 'teaser') : null,
    ...(post.links === undefined ? {} : linkTo(creator, post.links)),
  };
}

function attachedTo({ creator, at, id }: PlannedPost): (typeof feedFiles.$inferInsert)[] {
  const post = creator.posts[at] as Creator['posts'][number];
  const photos =
    post.type === 'audio' ? [] : (post.photos ?? []).map((_, index) => photoId(creator, at, index));
  const clips = post.clip ? [clipId(creator, at, 'clip')] : [];
  return [...photos, ...clips].map((fileId, position) => ({ feedId: id, fileId, position }));
}

/** A poll with its votes. Everyone voted at most once, for one option. */
function buildPoll({ creator, id, publishedAt: time }: PlannedPost, plan: PollPlan, today: Date) {
  const options = plan.options.map((text, position) => ({
    id: demoId(`option ${id} ${position}`),
    feedId: id,
    position,
    text,
    votes: 0,
  }));
  const votes = fans.slice(1).flatMap((fan) => {
    const random = createRandom(`vote ${fan.username} ${id}`);
    if (!random.chance(creator.appeal * 0.6)) return [];
    const option = options[
      Math.min(options.length - 1, Math.floor(random.next() ** 1.5 * options.length))
    ] as (typeof options)[number];
    option.votes += 1;
    return [{ feedId: id, accountId: fan.id, optionId: option.id, createdAt: time }];
  });
  const poll = {
    feedId: id,
    question: plan.question,
    resultsVisible: plan.resultsVisible ?? 'afterVote',
    expiresAt: before(today, days(-plan.openDays)),
    voters: votes.length,
  } as const;
  return { poll, options, votes };
}

/** The series of all creators, begun with their first part. */
async function insertSeries(ctx: Ctx, today: Date): Promise<void> {
  const planned = creators.flatMap((creator) =>
    (creator.series ?? []).map((plan) => {
      const dates = plan.posts.map((at) => publishedAt(creator, at, today)).toSorted((a, b) => +a - +b);
      const [createdAt = today, updatedAt = createdAt] = [dates[0], dates.at(-1)];
      const id = demoId(`series ${creator.username} ${plan.title}`);
      return { creator, plan, row: { id, performerId: creator.id, createdAt, updatedAt } };
    }),
  );
  await ctx.db
    .insert(postSeries)
    .values(planned.map(({ plan: { title, description }, row }) => ({ ...row, title, description })));
  await ctx.db.insert(postSeriesItems).values(
    planned.flatMap(({ creator, plan, row }) =>
      plan.posts.map((at, place) => ({
        feedId: postId(creator, at),
        seriesId: row.id,
        position: place + 1,
      })),
    ),
  );
}

export async function insertPosts(
  ctx: Ctx,
  past: Past,
  gallery: (typeof files.$inferInsert)[],
): Promise<void> {
  const posts = plannedPosts(past.today);
  await ctx.db.insert(files).values(gallery);
  await ctx.db.insert(feeds).values(posts.map((post) => postRow(post, past.today)));
  await ctx.db.insert(feedFiles).values(posts.flatMap(attachedTo));
  await insertSeries(ctx, past.today);
  const pollRows = posts.flatMap((post) => {
    const plan = post.creator.posts[post.at]?.poll;
    return plan ? [buildPoll(post, plan, past.today)] : [];
  });
  await ctx.db.insert(polls).values(pollRows.map(({ poll }) => poll));
  await ctx.db.insert(pollOptions).values(pollRows.flatMap(({ options }) => options));
  await ctx.db.insert(pollVotes).values(pollRows.flatMap(({ votes }) => votes));
}
