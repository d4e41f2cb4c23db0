import { sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../kernel/context.ts';
import { unlockGallery } from '../domain/content/galleries/gallery-charge.ts';
import { recount } from '../domain/content/media-items/gallery-counts.ts';
import { AppError } from '../kernel/errors.ts';
import { enqueue } from '../kernel/job-queue.ts';
import { galleries, photos } from '../db/schema/galleries.ts';
import { type Creator, type Fan, creatorNamed, demoFan, fans } from './cast.ts';
import { photoId } from './gallery.ts';
import { type Happening, type Past, as, before, days } from './past.ts';
import { demoId } from './random.ts';

/** Creates a token purchase by a fan at a given time; the amount is in cents. */
type TopUp = (fan: Fan, at: Date, amount: number) => Happening;

type Row = typeof galleries.$inferInsert;
interface Plan extends Pick<Row, 'title' | 'description' | 'audience'> {
  readonly by: string;
  readonly tags: readonly string[];
  /** In tokens. */
  readonly price?: number;
  readonly included?: boolean;
  /** Days since it was published; negative means it is scheduled that many days ahead. */
  readonly age: number;
  /** Indexes of the creator's photos, in this order. Posts show them too. */
  readonly shown: readonly number[];
  readonly state?: 'draft';
  /** Names of the fans who bought it. */
  readonly buyers?: readonly string[];
}

/** One gallery each for everyone, followers, and subscribers, some for sale, a scheduled one, and a draft. */
const plans: readonly Plan[] = [
  {
    by: 'demo-creator',
    title: 'Five frames from the point',
    description: 'One coast, one lens, three weeks of walks. The order is the order in which I walked it.',
    tags: ['film', 'sea'],
    audience: 'public',
    age: 4,
    shown: [0, 2, 3, 4, 5],
  },
  {
    by: 'demo-creator',
    title: 'Contact sheets, winter rolls',
    description: 'Every frame of four rolls, the misses included, with what I would do differently.',
    tags: ['film', 'darkroom'],
    audience: 'subscribers',
    age: 11,
    shown: [1, 8, 12, 9],
  },
  {
    by: 'demo-creator',
    title: 'Night city, the whole edit',
    description:
      'The long edit that became the zine: lit windows, a full moon, and the sheets they came from.',
    tags: ['night', 'city'],
    audience: 'public',
    price: 120,
    age: 18,
    shown: [6, 7, 10, 8, 9],
    buyers: ['Freya Holm', 'Gus Pereira', 'Hana Ito'],
  },
  {
    by: 'demo-creator',
    title: 'Spring, first rolls',
    description: 'Still drying.',
    tags: ['film'],
    audience: 'subscribers',
    age: 1,
    shown: [11, 2, 0],
    state: 'draft',
  },
  {
    by: 'demo-creator',
    title: 'Fog at six in the morning',
    description: 'Out on Sunday, when there is time to look.',
    tags: ['morning', 'fog'],
    audience: 'public',
    age: -3,
    shown: [3, 11, 13],
  },
  {
    by: 'clay.and.ash',
    title: 'From the wheel to the shelf',
    description: 'First the drying shelf, then what the glaze made of it.',
    tags: ['clay', 'process'],
    audience: 'public',
    age: 6,
    shown: [7, 0, 1, 2, 3],
  },
  {
    by: 'clay.and.ash',
    title: 'Kiln log, firing 31',
    description: 'Cone by cone, with every surprise.',
    tags: ['clay', 'kiln'],
    audience: 'public',
    price: 90,
    age: 14,
    shown: [5, 6, 4, 3, 2, 1],
    buyers: ['Nora Field', 'Ben Carver'],
  },
  {
    by: 'quiltology',
    title: 'Blocks I keep coming back to',
    description: 'Eight patterns, with the fabrics named.',
    tags: ['quilts', 'patterns'],
    audience: 'followers',
    age: 9,
    shown: [0, 1, 2, 3, 4, 5, 6],
  },
  {
    by: 'northlight',
    title: 'Petals, wet on wet',
    description: 'Sheets from one week, none of them cropped.',
    tags: ['watercolour', 'flowers'],
    audience: 'public',
    age: 3,
    shown: [0, 4, 1, 2, 3],
  },
  {
    by: 'northlight',
    title: 'Process scans at full size',
    description: 'What the brush did, stage by stage.',
    tags: ['watercolour', 'process'],
    audience: 'subscribers',
    price: 75,
    included: true,
    age: 20,
    shown: [6, 7, 3, 2],
    buyers: ['Lena Vogt'],
  },
  {
    by: 'tiny.islands',
    title: 'Thirty-two pixels of summer',
    description: 'Island studies at their own size and four times it.',
    tags: ['pixel art', 'islands'],
    audience: 'public',
    age: 8,
    shown: [0, 1, 2, 3, 4, 5, 6, 7],
  },
  {
    by: 'darksky.diary',
    title: 'Seven nights on one meadow',
    description: 'The Milky Way first, then the camp and Saturn, and the August meteors to end with.',
    tags: ['stars', 'night'],
    audience: 'subscribers',
    age: 12,
    shown: [0, 1, 4, 3, 5, 6, 7],
  },
  {
    by: 'isometric.town',
    title: 'A town, block by block',
    description: 'How it grew, from the square outwards.',
    tags: ['drawing', 'isometric'],
    audience: 'public',
    age: 16,
    shown: [0, 2, 1, 3, 5, 6],
  },
];

interface Single {
  readonly by: string;
  readonly audience: Row['audience'];
  readonly shown: number;
  readonly title: string;
  readonly tags: readonly string[];
  readonly age: number;
}
const singles: readonly Single[] = [
  {
    by: 'demo-creator',
    audience: 'public',
    shown: 0,
    title: 'From the point, evening',
    tags: ['sea', 'film'],
    age: 0.6,
  },
  {
    by: 'demo-creator',
    audience: 'public',
    shown: 13,
    title: 'Second ridge, white',
    tags: ['mountains'],
    age: 2.3,
  },
  {
    by: 'demo-creator',
    audience: 'followers',
    shown: 10,
    title: 'From the ferry',
    tags: ['city', 'film'],
    age: 5.1,
  },
  {
    by: 'demo-creator',
    audience: 'subscribers',
    shown: 1,
    title: 'The roll that fogged',
    tags: ['film'],
    age: 7.7,
  },
  {
    by: 'demo-creator',
    audience: 'subscribers',
    shown: 4,
    title: 'One sail, no wind',
    tags: ['sea'],
    age: 10.4,
  },
  { by: 'saltandsorrel', audience: 'public', shown: 7, title: 'Sunday table', tags: ['table'], age: 1.9 },
  {
    by: 'saltandsorrel',
    audience: 'followers',
    shown: 2,
    title: 'What the garden gave',
    tags: ['garden'],
    age: 6.2,
  },
  { by: 'wingbeat', audience: 'public', shown: 0, title: 'Robin, second winter', tags: ['robin'], age: 2.8 },
  {
    by: 'wingbeat',
    audience: 'subscribers',
    shown: 1,
    title: 'Too close to be sharp',
    tags: ['robin'],
    age: 8.8,
  },
  { by: 'tide.tables', audience: 'public', shown: 0, title: 'Slack water', tags: ['sea'], age: 3.4 },
  {
    by: 'greenhouse.nine',
    audience: 'public',
    shown: 0,
    title: 'New leaf, old stem',
    tags: ['leaves'],
    age: 4.6,
  },
];

/** The files of a creator's photos in the order of their posts. */
const photoIds = (creator: Creator): string[] =>
  creator.posts.flatMap((post, at) =>
    post.type === 'photo' ? (post.photos ?? []).map((_, index) => photoId(creator, at, index)) : [],
  );

const galleryId = ({ by, title }: Plan): string => demoId(`gallery ${by} ${title}`);

function galleryRow(plan: Plan, today: Date): Row {
  const { title, description, audience, tags, price = 0, included = false, age, state } = plan;
  const isOut = !state && age > 0;
  const madeAt = before(today, days(Math.abs(age) + 0.2));
  return {
    id: galleryId(plan),
    performerId: creatorNamed(plan.by).id,
    title,
    description,
    audience,
    tags: [...tags],
    price,
    includedInSubscription: included,
    state: state ?? (isOut ? 'published' : 'scheduled'),
    scheduledAt: state || isOut ? null : before(today, days(age)),
    publishedAt: isOut ? before(today, days(age)) : null,
    createdAt: madeAt,
    updatedAt: madeAt,
  };
}

function toPhotoRows(plan: Plan, today: Date): (typeof photos.$inferInsert)[] {
  const creator = creatorNamed(plan.by);
  const ids = photoIds(creator);
  const madeAt = before(today, days(Math.abs(plan.age) + 0.1));
  return plan.shown.flatMap((at, position) => {
    const fileId = ids[at];
    return fileId
      ? [
          {
            id: demoId(`in ${galleryId(plan)} ${position}`),
            performerId: creator.id,
            galleryId: galleryId(plan),
            fileId,
            position,
            audience: 'subscribers' as const,
            state: 'published' as const,
            createdAt: madeAt,
            updatedAt: madeAt,
          },
        ]
      : [];
  });
}

function singleRow(
  { by, audience, shown, title, tags, age }: Single,
  today: Date,
): (typeof photos.$inferInsert)[] {
  const creator = creatorNamed(by);
  const fileId = photoIds(creator)[shown];
  const at = before(today, days(age));
  return fileId
    ? [
        {
          id: demoId(`single ${by} ${title}`),
          performerId: creator.id,
          fileId,
          title,
          tags: [...tags],
          audience,
          state: 'published',
          publishedAt: at,
          createdAt: at,
          updatedAt: at,
        },
      ]
    : [];
}

/** Inserts galleries and single photos with pictures that posts show too. */
export async function insertGalleries(ctx: Ctx, { today }: Past): Promise<void> {
  await ctx.db.insert(galleries).values(plans.map((plan) => galleryRow(plan, today)));
  await ctx.db
    .insert(photos)
    .values([
      ...plans.flatMap((plan) => toPhotoRows(plan, today)),
      ...singles.flatMap((single) => singleRow(single, today)),
    ]);
  await recount(ctx, plans.map(galleryId));
  for (const { id, scheduledAt } of plans.map((plan) => galleryRow(plan, today))) {
    if (scheduledAt)
      await enqueue(ctx, {
        kind: 'publish-media-item',
        payload: { kind: 'gallery', id },
        runAt: scheduledAt,
      });
  }
  await ctx.db.execute(sql`
    UPDATE performers p SET galleries = made.galleries, single_photos = made.singles, photos = p.photos + made.singles + made.inside
    FROM (SELECT a.account_id AS id, (SELECT count(*)::int FROM galleries g WHERE g.performer_id = a.account_id AND g.state = 'published') AS galleries,
      (SELECT count(*)::int FROM photos s WHERE s.performer_id = a.account_id AND s.gallery_id IS NULL AND s.state = 'published') AS singles,
      (SELECT coalesce(sum(g.num_of_items), 0)::int FROM galleries g WHERE g.performer_id = a.account_id AND g.state = 'published') AS inside FROM performers a) AS made
    WHERE made.id = p.account_id AND (made.galleries > 0 OR made.singles > 0)`);
}

/** Unlocks a gallery, except for fans whose subscription already includes it. */
async function unlock(ctx: UserCtx, { id, price }: { id: string; price: number }): Promise<void> {
  await unlockGallery(ctx, { id, expectedPrice: price }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'already_owned')) throw error;
  });
}

/** Gallery purchases, made with the production code. Each fan buys the tokens the day before. */
export const galleryStory = (today: Date, topUp: TopUp): Happening[] =>
  plans.flatMap((plan) =>
    (plan.buyers ?? []).flatMap((name, index): Happening[] => {
      const fan = fans.find((each) => each.name === name) ?? demoFan;
      const at = before(today, days(plan.age - 1.3 - index));
      return [
        topUp(fan, before(at, days(0.5)), (plan.price ?? 0) * 5),
        { at, perform: (ctx) => unlock(as(ctx, fan), { id: galleryId(plan), price: plan.price ?? 0 }) },
      ];
    }),
  );
