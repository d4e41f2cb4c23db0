import { eq } from 'drizzle-orm';
import type { Ctx } from '../kernel/context.ts';
import { buyProduct } from '../domain/trade/shop/charge.ts';
import { lockOrder, moveOrder, type Moving } from '../domain/trade/shop/order-moving.ts';
import { type ProblemMove, moveProblem } from '../domain/trade/shop/order-problem-moves.ts';
import { orders, type PostalAddress } from '../db/schema/shop.ts';
import { type Fan, demoFan, fans } from './cast.ts';
import { type Happening, as, before, days, minutes } from './past.ts';
import { productId, productPlans } from './product-plans.ts';
import { demoAddress } from './product-rows.ts';

/** Creates a token purchase by a fan at a given time; the amount is in cents. */
type TopUp = (fan: Fan, at: Date, amount: number) => Happening;

interface Story {
  readonly who: string;
  readonly what: string;
  readonly quantity?: number;
  /** Days ago. */
  readonly ago: number;
  /** State changes and what was said about a problem, each with how many days ago it happened. */
  readonly then?: readonly (readonly [ago: number, move: Moving | ProblemMove])[];
  /** How often a digital product was downloaded. */
  readonly downloads?: number;
}

const accept: Moving = { name: 'accept' };
const ship = (carrier: string, tracking: string): Moving => ({
  name: 'ship',
  note: `${carrier}, ${tracking}`,
  set: { carrier, tracking },
});

/** Orders in every state, with a problem and without, bought or sold by the two demo accounts. */
const stories: readonly Story[] = [
  {
    who: 'Nora Field',
    what: 'Tea cosy from number 41’s scraps',
    ago: 20,
    then: [
      [19.4, accept],
      [18, ship('Canada Post', 'LX402913447CA')],
      [12.2, { name: 'confirm' }],
      [5.2, { name: 'close' }],
    ],
  },
  { who: 'Nora Field', what: 'Mystery record, one a month', ago: 12.5, then: [[9.5, { name: 'expire' }]] },
  { who: 'Nora Field', what: 'Seven ash glazes, with recipes', ago: 9.1, downloads: 2 },
  {
    who: 'Nora Field',
    what: 'The harbour zine, number 2',
    ago: 6.3,
    then: [
      [5.8, accept],
      [4.6, ship('PostNord', 'RR518220416SE')],
    ],
  },
  { who: 'Nora Field', what: 'Breakfast mug, ash glaze', quantity: 2, ago: 1.2, then: [[0.7, accept]] },
  { who: 'Nora Field', what: 'Filter coffee, 250 g', ago: 0.3 },
  // Its deadline passes within the first minutes, which shows the order expiring and the tokens coming back.
  { who: 'Nora Field', what: 'Upper town, poster', ago: 3 - minutes(1.5) / days(1) },
  { who: 'Freya Holm', what: 'The harbour zine, number 2', quantity: 2, ago: 0.5 },
  { who: 'Gus Pereira', what: 'Last light, A3 print', ago: 1.6, then: [[1.1, accept]] },
  { who: 'Hana Ito', what: 'Metering fog, the long notes', ago: 4.4, downloads: 1 },
  {
    who: 'Lena Vogt',
    what: 'Last light, A3 print',
    ago: 15.3,
    then: [
      [14.9, accept],
      [13.2, ship('DHL', 'JD014600003827')],
      [9.8, { name: 'confirm' }],
      [2.8, { name: 'close' }],
    ],
  },
  // Waits for the demo creator's answer.
  {
    who: 'Hana Ito',
    what: 'Last light, A3 print',
    ago: 9.4,
    then: [
      [8.9, accept],
      [7.5, ship('DHL', 'JD014600004119')],
      [
        0.6,
        {
          action: 'report',
          problem: 'damaged',
          text: 'The tube was bent, and the print has a crease across.',
        },
      ],
    ],
  },
  // Waits for the site's decision.
  {
    who: 'Nora Field',
    what: 'Breakfast mug, ash glaze',
    ago: 13.6,
    then: [
      [13.1, accept],
      [11.8, ship('PostNord', 'RR518220377SE')],
      [
        3.7,
        { action: 'report', problem: 'wrong-item', text: 'This is the small cup, not the breakfast mug.' },
      ],
      [2.9, { action: 'answer', text: 'It’s the right mug. They come out of the kiln a little smaller.' }],
      [2.2, { action: 'escalate', text: 'It holds half of what the page says.' }],
    ],
  },
  { who: 'Ben Carver', what: 'Metering fog, the long notes', ago: 8.7, downloads: 3 },
  {
    who: 'Chidi Obi',
    what: 'The harbour zine, number 2',
    ago: 11.2,
    then: [
      [
        10.6,
        {
          name: 'deny',
          note: 'This batch came back from the printer with page 9 upside down. The next one is due in two weeks.',
        },
      ],
    ],
  },
];

const findPlan = (name: string) => {
  const plan = productPlans.find((each) => each.name === name);
  if (!plan) throw new Error(`nobody sells ${name} in the demo data`);
  return plan;
};
const fanNamed = (name: string): Fan => fans.find((fan) => fan.name === name) ?? demoFan;

const streets = [
  'Mill Lane 4',
  'Hafengasse 11',
  'Rua das Flores 8',
  'Storgatan 27',
  'Elm Street 90',
] as const;
/** An address of the fan in a country the product ships to. */
function pickAddress(fan: Fan, countries: readonly string[]): PostalAddress {
  if (fan === demoFan) return demoAddress;
  const country = countries.length === 0 || countries.includes(fan.country) ? fan.country : 'DE';
  return {
    name: fan.name,
    line1: streets[fan.name.length % streets.length] as string,
    line2: '',
    city: country === 'GB' ? 'Leeds' : 'Bremen',
    state: '',
    zip: '28195',
    country,
    phone: '',
  };
}

async function move(ctx: Ctx, id: string, moving: Moving | ProblemMove): Promise<void> {
  const order = await lockOrder(ctx, id);
  if (!order) return;
  if ('action' in moving) await moveProblem(ctx, order, moving);
  else await moveOrder(ctx, order, moving);
}

const calculatePrice = ({ price, shipping = 0 }: ReturnType<typeof findPlan>, quantity: number): number =>
  price * quantity + shipping;

function playStory(
  { who, what, quantity = 1, ago, then = [], downloads = 0 }: Story,
  today: Date,
): Happening[] {
  const [fan, plan] = [fanNamed(who), findPlan(what)];
  let id = '';
  const place = async (ctx: Ctx) => {
    const address = plan.sheet ? {} : { address: pickAddress(fan, plan.countries ?? []) };
    const { order } = await buyProduct(as(ctx, fan), {
      productId: productId(plan),
      quantity,
      expectedPrice: calculatePrice(plan, quantity),
      ...address,
    });
    id = order._id;
    if (downloads > 0) await ctx.db.update(orders).set({ downloads }).where(eq(orders.id, id));
  };
  return [
    { at: before(today, days(ago)), perform: place },
    ...then.map(([time, moving]): Happening => ({
      at: before(today, days(time)),
      perform: (ctx) => move(ctx, id, moving),
    })),
  ];
}

/** Tokens for orders that stay paid. Refunded orders cost nothing in the end. */
function paidFor({ what, quantity = 1, then = [] }: Story): number {
  return then.some(([, moving]) => 'name' in moving && (moving.name === 'expire' || moving.name === 'deny'))
    ? 0
    : calculatePrice(findPlan(what), quantity);
}

function planTopUps(today: Date, topUp: TopUp): Happening[] {
  const tokens = new Map<string, number>();
  for (const story of stories) tokens.set(story.who, (tokens.get(story.who) ?? 0) + paidFor(story));
  // This fan's only order is refunded, so the tokens for it must exist beforehand.
  tokens.set('Chidi Obi', 200);
  return [...tokens].map(([who, sum]) => topUp(fanNamed(who), before(today, days(22)), sum * 5));
}

/** The orders of the demo data, created with the production code. */
export const orderStory = (today: Date, topUp: TopUp): Happening[] => [
  ...planTopUps(today, topUp),
  ...stories.flatMap((story) => playStory(story, today)),
];
