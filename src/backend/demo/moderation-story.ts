import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { ReportCategory, ReportTarget } from '#contract/across/reports.ts';
import type { Ctx } from '../kernel/context.ts';
import { performers } from '../db/schema/creators.ts';
import { jobs } from '../db/schema/kernel.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { feeds } from '../db/schema/posts.ts';
import { products } from '../db/schema/shop.ts';
import { emailOutbox } from '../db/schema/site.ts';
import { createComment } from '../domain/content/community/comment-mutations.ts';
import { decideAppeal, fileAppeal } from '../domain/across/moderation/appeals.ts';
import { type DecisionDraft, decide } from '../domain/across/moderation/deciding.ts';
import { report } from '../domain/across/moderation/reporting.ts';
import type { OperatorCtx } from '../domain/across/operator/audit.ts';
import { addSiteWords } from '../domain/across/operator/held-words.ts';
import { creatorNamed, demoFan, fanNamed } from './cast.ts';
import { type Past, as, before, days } from './past.ts';
import { newcomerNamed } from './people/newcomers.ts';
import { demoId } from './random.ts';

type Person = Parameters<typeof as>[1];
interface Target {
  readonly type: ReportTarget;
  readonly id: string;
}
interface Remark {
  /** The creator under whose first post it is written. */
  readonly under: string;
  readonly text: string;
}
/** Who reports, how many days ago, as what, and with which words. */
type Reported = readonly [by: Person, ago: number, category: ReportCategory, comment: string];

const terms = (section: string): string => `Terms of use, ${section}`;

/** Tells the story, one step at a time, with the clock set to each. */
class Story {
  private readonly tx: Ctx;
  private readonly past: Past;

  constructor(tx: Ctx, past: Past) {
    this.tx = tx;
    this.past = past;
  }

  private at(ago: number): Ctx {
    this.past.set(before(this.past.today, days(ago)));
    return this.tx;
  }

  /** Two operators of the command line, because nobody decides an appeal against themselves. */
  private by(actor: 'olga' | 'anton', ago: number): OperatorCtx {
    return { ...this.at(ago), actor, actorId: null };
  }

  /** The first post of a creator that everyone can read and comment on. */
  async findPublicPost(username: string): Promise<string> {
    const [post] = await this.tx.db
      .select({ id: feeds.id })
      .from(feeds)
      .where(
        and(
          eq(feeds.performerId, creatorNamed(username).id),
          eq(feeds.state, 'published'),
          eq(feeds.audience, 'public'),
          eq(feeds.price, 0),
          eq(feeds.commentsEnabled, true),
        ),
      )
      .orderBy(asc(feeds.publishedAt))
      .limit(1);
    if (!post) throw new Error(`the demo data has no open post by ${username}`);
    return post.id;
  }

  async comment(by: Person, ago: number, { under, text }: Remark): Promise<Target> {
    const objectId = await this.findPublicPost(under);
    const { _id: id } = await createComment(as(this.at(ago), by), { objectType: 'feed', objectId, text });
    return { type: 'comment', id };
  }

  /** Reports something, and returns its case. */
  async reported({ type, id }: Target, ...reports: readonly Reported[]): Promise<string> {
    for (const [by, ago, category, comment] of reports)
      await report(as(this.at(ago), by), { targetType: type, targetId: id, category, comment });
    const [row] = await this.tx.db
      .select({ id: moderationCases.id })
      .from(moderationCases)
      .where(and(eq(moderationCases.targetType, type), eq(moderationCases.targetId, id)))
      .orderBy(desc(moderationCases.createdAt));
    return row?.id ?? '';
  }

  async decided(
    caseId: string,
    ago: number,
    draft: Pick<DecisionDraft, 'action' | 'rule' | 'facts'>,
  ): Promise<string> {
    const whole: DecisionDraft = { ground: 'terms', until: null, transactionId: null, seen: 0, ...draft };
    // Only at the desk does a ban wait for a second operator.
    const atDesk = draft.action === 'ban' ? { actorId: fanNamed('Vera Lindgren').id } : {};
    return (await decide({ ...this.by('olga', ago), ...atDesk }, caseId, whole)).id;
  }

  appealed = (decisionId: string, ago: number, text: string): Promise<void> =>
    fileAppeal(this.at(ago), decisionId, text);

  reversed = (decisionId: string, ago: number, answer: string) =>
    decideAppeal(this.by('anton', ago), decisionId, { outcome: 'reversed', answer });

  holdWords = (ago: number, words: readonly string[], reason: string) =>
    addSiteWords(this.by('olga', ago), words, reason);
}

const giveawayId = demoId('giveaway');

/** A post of the demo creator that breaks the rules. */
async function postGiveaway(ctx: Ctx, { today }: Past): Promise<Target> {
  const performerId = creatorNamed('demo-creator').id;
  const time = before(today, days(15));
  await ctx.db.insert(feeds).values({
    id: giveawayId,
    performerId,
    type: 'text',
    text: 'Giveaway: tip 100 tokens this week and you are in the draw for a signed print.',
    audience: 'public',
    state: 'published',
    publishedAt: time,
    createdAt: time,
    updatedAt: time,
  });
  await ctx.db
    .update(performers)
    .set({ feeds: sql`${performers.feeds} + 1` })
    .where(eq(performers.accountId, performerId));
  return { type: 'feed', id: giveawayId };
}

/** What the demo creator and the demo fan find among the decisions about them. */
async function aboutDemoAccounts(story: Story, giveaway: Target): Promise<void> {
  const draw = await story.reported(
    giveaway,
    [fanNamed('Ivan Petrov'), 14.2, 'legal', 'Paying to take part makes this a lottery.'],
    [fanNamed('Grace Mwangi'), 13.9, 'violation', 'Asks for tips to win something.'],
  );
  const hidden = await story.decided(draw, 13.1, {
    action: 'hide',
    rule: terms('section 5: no lotteries and no paid draws'),
    facts: 'The post promises a prize to those who pay for a chance to win it.',
  });
  await story.appealed(
    hidden,
    2.3,
    'It was meant as a thank-you to my supporters. I took the draw out of my plans and gave every tip back. Please look at it again.',
  );

  const joke = await story.comment(demoFan, 9.4, {
    under: 'saltandsorrel',
    text: 'Whoever cooks soup like this should be banned from every kitchen in town, for fairness.',
  });
  const removed = await story.decided(
    await story.reported(joke, [newcomerNamed('Joris Smit'), 9.1, 'violation', 'This is an insult.']),
    8.5,
    {
      action: 'remove',
      rule: terms('section 3: no insults'),
      facts: 'The comment demands that the creator be banned from cooking.',
    },
  );
  await story.appealed(removed, 7.6, 'It was a compliment, and Salt and Sorrel knows that. Read to the end!');
  await story.reversed(
    removed,
    6.8,
    'You are right: read to the end, it is praise. Your comment is back, and we are sorry for the trouble.',
  );

  const advert = await story.comment(demoFan, 5.2, {
    under: 'clay.and.ash',
    text: 'I sell three of my own bowls next Saturday, on the market square. Come early.',
  });
  const warned = await story.reported(advert, [
    fanNamed('Paula Reyes'),
    5.0,
    'spam',
    'Advertising under another person’s post.',
  ]);
  await story.decided(warned, 4.4, {
    action: 'warn',
    rule: terms('section 4: no advertising in comments'),
    facts: 'The comment advertises a sale of your own under the post of a creator.',
  });
}

/** What the demo fan reported, and what came of it. */
async function reportsOfDemoFan(story: Story): Promise<void> {
  const spam = await story.comment(newcomerNamed('Prize Desk'), 20.1, {
    under: 'demo-creator',
    text: 'Congratulations, you have won a camera! Claim it today at prize-desk.example.',
  });
  await story.decided(
    await story.reported(
      spam,
      [demoFan, 19.9, 'spam', 'Under every post I read today.'],
      [fanNamed('Emre Kaya'), 19.7, 'spam', ''],
    ),
    19.3,
    {
      action: 'remove',
      rule: terms('section 4: no advertising in comments'),
      facts: 'The same comment was posted under many posts and leads to a page that asks for card numbers.',
    },
  );
  const post: Target = { type: 'feed', id: await story.findPublicPost('runwithines') };
  await story.decided(
    await story.reported(post, [demoFan, 16.5, 'other', 'Isn’t this too far for beginners?']),
    16.0,
    {
      action: 'dismiss',
      rule: terms('none'),
      facts: 'Advice one may disagree with. Nothing in it is against the rules.',
    },
  );
}

/** What waits for an operator. */
async function waiting(story: Story, ctx: Ctx): Promise<void> {
  const spammer = newcomerNamed('Prize Desk');
  const profile = await story.reported(
    { type: 'account', id: spammer.id },
    [fanNamed('Olga Sokol'), 18.4, 'spam', 'Writes the same to everyone.'],
    [fanNamed('Noah Weiss'), 3.2, 'spam', 'Still at it, with a new link.'],
  );
  await story.decided(profile, 1.2, {
    action: 'ban',
    rule: terms('section 8: accounts made to deceive'),
    facts: 'Since it was created, the account has only promised prizes that don’t exist.',
  });
  const [product] = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.state, 'published'), eq(products.performerId, creatorNamed('clay.and.ash').id)))
    .orderBy(asc(products.publishedAt))
    .limit(1);
  if (product)
    await story.reported({ type: 'product', id: product.id }, [
      fanNamed('Birgit Haas'),
      1.9,
      'legal',
      'The pattern on it is mine. I can send the drawings from 2019.',
    ]);
  const rude = await story.comment(fanNamed('Gus Pereira'), 0.4, {
    under: 'tiny.islands',
    text: 'Nobody needs a game without an end. Get a real job.',
  });
  await story.reported(rude, [
    creatorNamed('tiny.islands'),
    0.3,
    'violation',
    'He writes this under everything I post.',
  ]);
  await story.holdWords(17, ['prize-desk', 'easy money'], 'A wave of spam in comments.');
  await story.comment(newcomerNamed('Nell Ward'), 0.2, {
    under: 'clay.and.ash',
    text: 'No easy money in pottery, my aunt always said. She was right, and happy.',
  });
}

/** The demo's mails go nowhere: those of the story count as sent. */
async function settleMails(ctx: Ctx, since: Date): Promise<void> {
  const written = await ctx.db
    .update(emailOutbox)
    .set({ sentAt: sql`${emailOutbox.createdAt}` })
    .where(gte(emailOutbox.createdAt, since))
    .returning({ id: emailOutbox.id });
  for (const { id } of written)
    await ctx.db.delete(jobs).where(and(eq(jobs.kind, 'mail-send'), sql`${jobs.payload}->>'mailId' = ${id}`));
}

/** Reports, decisions and appeals, so that neither the desk nor the demo accounts’ decisions are empty. */
export async function moderationStory(tx: Ctx, past: Past): Promise<void> {
  const story = new Story(tx, past);
  await reportsOfDemoFan(story);
  await aboutDemoAccounts(story, await postGiveaway(tx, past));
  await waiting(story, tx);
  await settleMails(tx, before(past.today, days(21)));
}
