import type { Ctx } from '../kernel/context.ts';
import { settings } from '../db/schema/kernel.ts';
import { sitePosts } from '../db/schema/operator.ts';
import { type Past, before, days } from './past.ts';
import { demoId } from './random.ts';

interface SitePost extends Pick<
  typeof sitePosts.$inferInsert,
  'slug' | 'kind' | 'title' | 'summary' | 'html'
> {
  readonly daysAgo: number;
}

/** Site posts by the demo operator. Only tags that the HTML sanitizer would allow. */
const written: readonly SitePost[] = [
  {
    slug: 'auctions-are-open',
    kind: 'news',
    daysAgo: 3,
    title: 'Auctions are open',
    summary: 'Bid on originals, first prints and one-of-a-kind pieces. Only the winner pays.',
    html: '<p>Creators can now auction one-of-a-kind pieces. Placing a bid holds your tokens. If you’re outbid, they’re released to your wallet right away.</p><h2>No sniping</h2><p>A bid in the last minute extends the auction by a minute, so there’s no need to rush.</p><p>Browse <a href="/auctions">live auctions</a>.</p>',
  },
  {
    slug: 'limits-you-set',
    kind: 'news',
    daysAgo: 12,
    title: 'Set your own spending limits',
    summary: 'Choose how much you want to spend each month, in total or on a single creator.',
    html: '<p>You can now set monthly limits in <a href="/user/wallet">your wallet</a>, in total and for each creator. Lowering a limit takes effect immediately. Raising one takes a day, so you have time to think it over.</p>',
  },
  {
    slug: 'welcome',
    kind: 'news',
    daysAgo: 29,
    title: 'Welcome to Limelight',
    summary: 'What you can do here, and what creators keep.',
    html: '<p>This is a demo site: the people are fictional and no card is ever charged, so feel free to try everything.</p><ul><li>Fans follow, subscribe, unlock, tip and bid.</li><li>Creators keep 80% of what fans pay and can see where every cent comes from.</li></ul>',
  },
  {
    slug: 'terms',
    kind: 'page',
    daysAgo: 30,
    title: 'Terms',
    summary: 'The rules for using this site.',
    html: '<p>These terms are part of a demo and aren’t legally binding. Replace them with your own when you run a site.</p><h2>Who can join</h2><p>You must be an adult. Creators verify their identity before they can sell.</p><h2>Your purchases</h2><p>Everything you buy stays in your <a href="/user/library">library</a>, even after a subscription ends.</p><h2>Refunds</h2><p>Orders that aren’t accepted in time are refunded automatically. For anything else, <a href="/contact">contact us</a>.</p>',
  },
  {
    slug: 'privacy',
    kind: 'page',
    daysAgo: 30,
    title: 'Privacy',
    summary: 'What we store about you, and for how long.',
    html: '<p>This demo keeps what you enter until its data is deleted.</p><h2>What creators see</h2><p>Your name, your picture and what you bought from them. Creators never see your card or your email, and they see your address only when they ship you an order.</p><h2>Votes and bids</h2><p>Poll votes are anonymous. Bidders’ names are partly hidden.</p>',
  },
];
/** Who runs the site, on creators’ statements. */
const operator = {
  legalName: 'Limelight Ltd',
  legalAddress: '1 Example Street\nNowhere-on-Sea\nNW0 0XX\nUnited Kingdom',
  taxNumber: 'GB000000000',
};
const menus = [...written.filter(({ kind }) => kind === 'page'), { slug: 'licenses', title: 'Licenses' }].map(
  ({ slug, title }) => ({ title, path: `/posts/${slug}`, isNewTab: false }),
);

/** Inserts news, standard pages, footer links to them, and the operator’s details. */
export async function insertSitePosts(ctx: Ctx, { today }: Past): Promise<void> {
  const rows = written.map(({ daysAgo, ...post }) => {
    const time = before(today, days(daysAgo));
    return {
      id: demoId(`site post ${post.slug}`),
      ...post,
      publishedAt: time,
      createdAt: time,
      updatedAt: time,
    };
  });
  await ctx.db.insert(sitePosts).values(rows);
  await ctx.db
    .insert(settings)
    .values(Object.entries({ menus, ...operator }).map(([key, value]) => ({ key, value, updatedAt: today })));
}
