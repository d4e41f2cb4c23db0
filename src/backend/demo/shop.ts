import { routes } from '#config/routes.ts';
import type { Ctx } from '../kernel/context.ts';
import { publicImageUrl } from '../domain/base/files/presenters.ts';
import { promos, tokenPackages } from '../db/schema/operator.ts';
import { creatorNamed } from './cast.ts';
import { pictureKey } from './gallery.ts';
import { type Past, before, days } from './past.ts';
import { demoId } from './random.ts';

/** Name, tokens, bonus tokens, and price in cents. */
const packages = [
  ['Taster', 100, 0, 500],
  ['Regular', 300, 15, 1_500],
  ['Generous', 800, 80, 4_000],
  ['Patron', 2_000, 300, 10_000],
] as const;

const offers = [
  {
    title: 'Start with no card',
    text: 'Try some creators free, without a card.',
    href: `${routes.search}?free=true`,
    by: 'thirdwave.notes',
  },
  {
    title: 'Fog, on film',
    text: 'Mara Lindqvist’s autumn contact sheets, frame by frame, for subscribers.',
    href: routes.profile('demo-creator'),
    by: 'demo-creator',
  },
  {
    title: 'Make something on Limelight',
    text: 'Post, sell and talk to the people who like your work. Keep 80% of it.',
    href: routes.register,
    by: 'northlight',
  },
] as const;

/** Inserts what the site itself sells and promotes. */
export async function fillShop(ctx: Ctx, past: Past): Promise<void> {
  const at = (index: number) => before(past.today, days(60 - index));
  await ctx.db.insert(tokenPackages).values(
    packages.map(([name, tokens, bonus, price], index) => ({
      id: demoId(`package ${name}`),
      name,
      tokens,
      bonus,
      price,
      createdAt: at(index),
    })),
  );
  await ctx.db.insert(promos).values(
    offers.map(({ by, ...offer }, index) => ({
      id: demoId(`promo ${offer.title}`),
      ...offer,
      image: publicImageUrl(pictureKey(creatorNamed(by), 'cover'), 'cover'),
      createdAt: at(index),
    })),
  );
}
