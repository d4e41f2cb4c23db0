import type { AuctionCreate } from '#contract/trade/auctions.ts';
import { endAuction } from '../domain/trade/auctions/ending.ts';
import { createAuction } from '../domain/trade/auctions/mutations.ts';
import { placeBid } from '../domain/trade/auctions/bids.ts';
import { type Fan, creatorNamed, demoFan, fans } from './cast.ts';
import { photoId } from './gallery.ts';
import { type Happening, as, before, days, minutes } from './past.ts';

/** Creates a token purchase by a fan at a given time; the amount is in cents. */
type TopUp = (fan: Fan, at: Date, amount: number) => Happening;

interface Plan {
  readonly by: string;
  /** The picture of the item: index of a free post, and of the photo in it. */
  readonly shown: readonly [post: number, photo: number];
  readonly title: string;
  readonly description: string;
  readonly price: number;
  readonly reserve?: number;
  readonly countries?: readonly string[];
  /** Days from the start until now, and from now until the end. Negative values reverse the direction. */
  readonly opened: number;
  readonly left: number;
  /** Bidder, amount in tokens, how many days ago, and their maximum, if any. */
  readonly bids: readonly (readonly [who: Fan, amount: number, ago: number, maximum?: number])[];
}

const named = (name: string): Fan => fans.find((fan) => fan.name === name) ?? demoFan;
const [ben, freya, gus, hana, lena] = [
  'Ben Carver',
  'Freya Holm',
  'Gus Pereira',
  'Hana Ito',
  'Lena Vogt',
].map(named) as [Fan, Fan, Fan, Fan, Fan];

/** One auction about to end, several running, one upcoming, some sold, and one unsold. */
const plans: readonly Plan[] = [
  {
    by: 'demo-creator',
    shown: [10, 0],
    title: 'First frost, silver gelatin print',
    price: 60,
    opened: 3,
    left: minutes(40) / days(1),
    description:
      'Printed by hand on fibre paper, 24 × 30 cm, number 3 of 12. Signed in pencil on the back. Sent between two boards, never rolled.',
    bids: [
      [gus, 60, 2.6],
      [freya, 75, 2.1],
      [demoFan, 90, 1.4],
      // Bids against whoever tries, up to here.
      [hana, 105, 0.3, 150],
    ],
  },
  {
    by: 'quiltology',
    shown: [0, 0],
    title: 'Quilt number 41',
    price: 300,
    reserve: 700,
    opened: 2,
    left: 3.2,
    countries: ['GB', 'DE', 'FR', 'NL', 'SE', 'US'],
    description:
      'Nine shirts and a tablecloth, pieced and quilted by hand over one winter. 140 × 200 cm. Washes at 30 degrees.',
    bids: [
      [lena, 300, 1.7],
      [ben, 360, 0.8],
    ],
  },
  {
    by: 'crate.digger',
    shown: [2, 0],
    title: 'A crate of ten, picked for you',
    price: 40,
    opened: 1,
    left: 5.4,
    description:
      'Ten records from this month’s finds, with a page of notes on each. Tell me what you like, and what you can’t stand.',
    bids: [],
  },
  {
    by: 'demo-creator',
    shown: [7, 0],
    title: 'Contact sheet with notes, night roll',
    price: 30,
    opened: -1.1,
    left: 6,
    description:
      'The sheet I chose from, with my crosses, circles and second thoughts in red wax pencil. There is only one.',
    bids: [],
  },
  {
    by: 'clay.and.ash',
    shown: [1, 0],
    title: 'Ash-glazed moon jar',
    price: 80,
    opened: 8,
    left: -2.2,
    description: 'Thrown in two halves, fired once, 21 cm high. The join shows if you know where to look.',
    bids: [
      [ben, 80, 6.5],
      [demoFan, 90, 4.1],
      [ben, 105, 3.6],
      [demoFan, 120, 2.4],
    ],
  },
  {
    by: 'demo-creator',
    shown: [0, 0],
    title: 'Last light, first proof',
    price: 20,
    opened: 5,
    left: -0.9,
    description:
      'The proof that the edition was matched to, 18 × 24 cm, with a thumbprint in the margin. Mine.',
    bids: [
      [hana, 20, 3.3],
      [freya, 26, 1.2],
    ],
  },
  {
    by: 'halfblind.joinery',
    shown: [0, 0],
    title: 'Tea box in ash and walnut',
    price: 150,
    reserve: 400,
    opened: 12,
    left: -4.8,
    description:
      'The picture shows one of its four corners. No metal anywhere, and a lid that closes with a sigh.',
    bids: [[gus, 150, 6.2]],
  },
];

/** Buys each fan enough tokens for their highest bid in every auction. */
function planTopUps(today: Date, topUp: TopUp): Happening[] {
  const tokens = new Map<Fan, number>();
  for (const { bids } of plans) {
    const highest = new Map(bids.map(([who, amount, , maximum = amount]) => [who, maximum]));
    for (const [who, amount] of highest) tokens.set(who, (tokens.get(who) ?? 0) + amount);
  }
  // Keeps the demo fan's balance as it would be without auctions: released bids come back, and the jar they
  // won costs this much.
  tokens.set(demoFan, 120);
  return [...tokens].map(([who, sum]) => topUp(who, before(today, days(13)), Math.ceil(sum / 20) * 100));
}

function planHappenings(plan: Plan, today: Date): Happening[] {
  const creator = creatorNamed(plan.by);
  const [startAt, endAt] = [before(today, days(plan.opened)), before(today, days(-plan.left))];
  const madeAt = startAt < today ? startAt : before(today, minutes(50));
  let id = '';
  const body: AuctionCreate = {
    title: plan.title,
    description: plan.description,
    imageIds: [photoId(creator, ...plan.shown)],
    startPrice: plan.price,
    reservePrice: plan.reserve ?? null,
    shippingCountries: [...(plan.countries ?? [])],
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    commentsEnabled: true,
  };
  const made: Happening = {
    at: madeAt,
    perform: async (ctx) => void (id = await createAuction(as(ctx, creator), body)),
  };
  const bids = plan.bids.map(([who, amount, ago, maximum]): Happening => ({
    at: before(today, days(ago)),
    perform: async (ctx) => void (await placeBid(as(ctx, who), { auctionId: id, amount, maximum })),
  }));
  const end: Happening[] = plan.left < 0 ? [{ at: endAt, perform: (ctx) => endAuction(ctx, id) }] : [];
  return [made, ...bids, ...end];
}

/** The auctions of the demo data, created with the production code. */
export const auctionStory = (today: Date, topUp: TopUp): Happening[] => [
  ...planTopUps(today, topUp),
  ...plans.flatMap((plan) => planHappenings(plan, today)),
];
