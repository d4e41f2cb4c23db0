import type { Ctx } from '../kernel/context.ts';
import { settings } from '../db/schema/kernel.ts';
import { sitePosts } from '../db/schema/operator.ts';
import { type Past, before, days } from './past.ts';
import { idOf } from './random.ts';

interface SitePost extends Pick<
  typeof sitePosts.$inferInsert,
  'slug' | 'kind' | 'title' | 'summary' | 'html'
> {
  readonly daysAgo: number;
}

/**
 * What the operator of the demo world has written. Plain tags only, as the command line would have let them
 * pass.
 */
const written: readonly SitePost[] = [
  {
    slug: 'auctions-are-open',
    kind: 'news',
    daysAgo: 3,
    title: 'Auctions are open',
    summary: 'Originals, first prints, the last mug of a series: bid with tokens, and only the winner pays.',
    html: '<p>Creators can now put single pieces up for auction. A bid sets your tokens aside; the moment somebody bids more, they are back in your wallet.</p><h2>No sniping</h2><p>A bid in the last minute moves the end by a minute. Take your time.</p><p>See what is <a href="/auctions">up for auction</a>.</p>',
  },
  {
    slug: 'limits-you-set',
    kind: 'news',
    daysAgo: 12,
    title: 'Limits that you set yourself',
    summary: 'Say how much you want to spend in a month, or on one creator. Lowering a limit works at once.',
    html: '<p>In <a href="/user/wallet">your wallet</a> you can set a limit for each month and for each creator. Lowering one works at once; raising one takes a day, so that nobody does it in the heat of the moment.</p>',
  },
  {
    slug: 'welcome',
    kind: 'news',
    daysAgo: 29,
    title: 'Welcome to Limelight',
    summary: 'What you find here, and how creators are paid.',
    html: '<p>This is a demo: the people are made up, no card is ever charged, and everything may be tried.</p><ul><li>Fans follow, subscribe, unlock, tip and bid.</li><li>Creators keep 80% of what fans pay and see where each cent comes from.</li></ul>',
  },
  {
    slug: 'terms',
    kind: 'page',
    daysAgo: 30,
    title: 'Terms',
    summary: 'What everybody agrees to.',
    html: '<p>These terms belong to a demo and bind nobody. Whoever runs a site of their own writes their own here.</p><h2>Who may join</h2><p>Adults. Creators show a document before they can sell.</p><h2>What you buy</h2><p>What you have bought stays readable in your <a href="/user/library">library</a>, also after a subscription has ended.</p><h2>Refunds</h2><p>An order that nobody accepts in time is refunded by itself. For everything else, <a href="/contact">write to us</a>.</p>',
  },
  {
    slug: 'privacy',
    kind: 'page',
    daysAgo: 30,
    title: 'Privacy',
    summary: 'What is kept about you, and for how long.',
    html: '<p>A demo keeps what you type into it until it is started anew.</p><h2>What creators see</h2><p>Your name, your picture, and what you bought from them. Never your card, your address (unless you order something to your door) or your email.</p><h2>Votes and bids</h2><p>Nobody sees how you voted. Bidders are shown with most of their name covered.</p>',
  },
  {
    slug: 'help',
    kind: 'page',
    daysAgo: 30,
    title: 'Help',
    summary: 'Short answers to what people ask first.',
    html: '<h2>What is a token?</h2><p>The unit of the wallet: 20 tokens are worth one dollar, and what something costs in money always stands beside it.</p><h2>How do I cancel a subscription?</h2><p>Under <a href="/user/subscriptions">Subscriptions</a>. You can read on until the end of what is paid.</p><h2>When are creators paid?</h2><p>What comes in is available after seven days; a payout is asked for under Payouts, from 50 dollars on.</p>',
  },
];
const menus = written
  .filter(({ kind }) => kind === 'page')
  .map(({ slug, title }) => ({ title, path: `/posts/${slug}`, isNewTab: false }));

/** News, the pages that every site has, and the links to these in the footer. */
export async function insertSitePosts(ctx: Ctx, { today }: Past): Promise<void> {
  const rows = written.map(({ daysAgo, ...post }) => {
    const moment = before(today, days(daysAgo));
    return {
      id: idOf(`site post ${post.slug}`),
      ...post,
      publishedAt: moment,
      createdAt: moment,
      updatedAt: moment,
    };
  });
  await ctx.db.insert(sitePosts).values(rows);
  await ctx.db.insert(settings).values({ key: 'menus', value: menus, updatedAt: today });
}
