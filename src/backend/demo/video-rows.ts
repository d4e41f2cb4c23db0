import { sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../kernel/context.ts';
import { captionsMime, captionsName } from '../domain/base/files/caption-files.ts';
import { unlockVideo } from '../domain/content/videos/charge.ts';
import { objectKey } from '../domain/base/files/media-addresses.ts';
import { readCaptions } from '../domain/base/files/web-vtt.ts';
import { AppError } from '../kernel/errors.ts';
import { enqueue } from '../kernel/job-queue.ts';
import { files, type StoredRendition } from '../db/schema/files.ts';
import { coCreators } from '../db/schema/media-items.ts';
import { videos } from '../db/schema/videos.ts';
import { type Fan, creatorNamed, demoFan, fans } from './cast.ts';
import { saveClip, photoId } from './gallery.ts';
import { type Happening, type Past, as, before, days } from './past.ts';
import type { FilmName } from './people/plan.ts';
import { type SeedPictures, inParallel } from './pictures.ts';
import { createRandom, demoId } from './random.ts';

/** Creates a token purchase by a fan at a given time; the amount is in cents. */
type TopUp = (fan: Fan, at: Date, amount: number) => Happening;

type Row = typeof videos.$inferInsert;
type FileValues = typeof files.$inferInsert;
interface Plan extends Pick<Row, 'title' | 'description' | 'audience'> {
  readonly by: string;
  readonly clip: FilmName;
  readonly tags: readonly string[];
  /** In tokens. */
  readonly price?: number;
  readonly included?: boolean;
  /** Days since it was published; negative means it is scheduled that many days ahead. */
  readonly age: number;
  /** Uses the same clip as the teaser. */
  readonly teaser?: boolean;
  /** The thumbnail, if it isn’t from the clip: index of a public post, and of the photo in it. */
  readonly still?: readonly [post: number, photo: number];
  readonly state?: 'draft' | 'waiting';
  /** Tagged creators, and whether they have accepted. */
  readonly tagged?: readonly (readonly [username: string, accepted: boolean])[];
  /** Names of the fans who bought it. */
  readonly buyers?: readonly string[];
  readonly views?: number;
  /** Captions by language: for the first six seconds, and for the rest. */
  readonly captions?: Readonly<Record<string, readonly [string, string]>>;
}

/**
 * One video each for everyone, followers, and subscribers, some for sale, with co-creators, waiting for
 * co-creators, scheduled, and a draft.
 */
const plans: readonly Plan[] = [
  {
    by: 'demo-creator',
    clip: 'tide',
    title: 'The bay, before the fog',
    still: [3, 0],
    description: 'One wave, then another. I keep this on in the darkroom while the fixer works.',
    tags: ['sea', 'slow'],
    audience: 'public',
    age: 1.4,
    views: 412,
    captions: {
      en: ['[A wave comes in]', '[and goes out again, over the stones]'],
      de: ['[Eine Welle kommt]', '[und geht wieder, über die Steine]'],
    },
  },
  {
    by: 'demo-creator',
    clip: 'waves',
    title: 'How I meter fog',
    still: [3, 1],
    description: 'Where I point the meter, what I ignore, and the one frame that proved me wrong.',
    tags: ['film', 'lesson'],
    audience: 'subscribers',
    age: 5.6,
    teaser: true,
    views: 188,
  },
  {
    by: 'demo-creator',
    clip: 'record',
    title: 'Printing to a record',
    description:
      'One print, start to finish, as long as side A. Made with Blue Hour Trio, who chose the side.',
    tags: ['darkroom', 'music'],
    audience: 'public',
    age: 9.3,
    tagged: [['blue.hour.trio', true]],
    views: 530,
  },
  {
    by: 'demo-creator',
    clip: 'waves',
    title: 'A whole roll with me',
    still: [3, 2],
    description:
      'Thirty-six frames in real time, most of them waiting for one sail, with every doubt left in.',
    tags: ['film', 'lesson'],
    audience: 'public',
    price: 180,
    age: 15.2,
    teaser: true,
    buyers: ['Freya Holm', 'Oskar Lund', 'Hana Ito'],
    views: 96,
  },
  {
    by: 'demo-creator',
    clip: 'wheel',
    title: 'Two crafts, one morning',
    description: 'Clay on the left, paper on the right.',
    tags: ['darkroom', 'clay'],
    audience: 'public',
    age: 0.3,
    state: 'waiting',
    tagged: [['clay.and.ash', false]],
  },
  {
    by: 'demo-creator',
    clip: 'waves',
    title: 'Test strip',
    still: [7, 0],
    description: '',
    tags: [],
    audience: 'subscribers',
    age: 0.1,
    state: 'draft',
  },
  {
    by: 'demo-creator',
    clip: 'record',
    title: 'What I listen to while I print',
    still: [12, 0],
    description: 'Out on Friday.',
    tags: ['music'],
    audience: 'followers',
    age: -2.5,
  },
  {
    by: 'clay.and.ash',
    clip: 'wheel',
    title: 'Centring, without the swearing',
    description: 'The three things my hands do before the clay agrees.',
    tags: ['clay', 'lesson'],
    audience: 'public',
    age: 2.2,
    views: 861,
  },
  {
    by: 'clay.and.ash',
    clip: 'wheel',
    title: 'Pulling a tall wall',
    description: 'Slowly, and then not at all.',
    tags: ['clay', 'lesson'],
    audience: 'subscribers',
    age: 8.1,
    teaser: true,
    views: 240,
  },
  {
    by: 'clay.and.ash',
    clip: 'wheel',
    title: 'Throwing a set of six',
    description: 'Six bowls that stack. Callipers, patience, and the one I cut in half.',
    tags: ['clay'],
    audience: 'public',
    price: 90,
    included: true,
    age: 17.5,
    teaser: true,
    buyers: ['Ben Carver', 'Lena Vogt'],
    views: 133,
  },
  {
    by: 'clay.and.ash',
    clip: 'wheel',
    title: 'Glaze over film',
    description: 'A pot printed from Mara’s negative. It needs her yes before it goes out.',
    tags: ['clay', 'film'],
    audience: 'public',
    age: 0.4,
    state: 'waiting',
    tagged: [['demo-creator', false]],
  },
  {
    by: 'blue.hour.trio',
    clip: 'record',
    title: 'The needle drop',
    description: 'The first second of a record is the best one.',
    tags: ['music', 'vinyl'],
    audience: 'public',
    age: 3.8,
    views: 620,
  },
  {
    by: 'blue.hour.trio',
    clip: 'record',
    title: 'Side B, listened to twice',
    description: 'Once for the drums, once for everything else.',
    tags: ['music', 'vinyl'],
    audience: 'followers',
    age: 12.4,
    views: 145,
  },
];

export const videoId = ({ by, title }: Pick<Plan, 'by' | 'title'>): string => demoId(`video ${by} ${title}`);
const videoFileId = (plan: Plan, part: 'film' | 'teaser'): string => demoId(`${part} of ${videoId(plan)}`);

async function saveCaptions(ctx: Ctx, fileId: string, { captions = {} }: Plan): Promise<StoredRendition[]> {
  return Promise.all(
    Object.entries(captions).map(async ([language, [first, second]]) => {
      const bytes = new TextEncoder().encode(
        readCaptions(`WEBVTT\n\n00:00.500 --> 00:06.000\n${first}\n\n00:06.500 --> 00:15.500\n${second}`),
      );
      const name = captionsName(language, 'demo');
      await ctx.ports.objects.put(objectKey(fileId, name), bytes, captionsMime);
      return { name, width: 0, height: 0, mime: captionsMime, bytes: bytes.byteLength };
    }),
  );
}

/** Stores the videos and teasers and returns their rows. Doesn't need the database. */
export async function fillFilms(ctx: Ctx, pictures: SeedPictures): Promise<FileValues[]> {
  const clips = plans.flatMap((plan) => [
    { plan, part: 'film' as const },
    ...(plan.teaser ? [{ plan, part: 'teaser' as const }] : []),
  ]);
  return inParallel(clips, 4, async ({ plan, part }) => {
    const row = await saveClip(ctx, pictures, {
      id: videoFileId(plan, part),
      owner: creatorNamed(plan.by),
      name: plan.clip,
      isTeaser: part === 'teaser',
    });
    if (part === 'teaser') return { ...row, type: 'video-teaser' };
    return {
      ...row,
      type: 'video',
      renditions: [...(row.renditions ?? []), ...(await saveCaptions(ctx, videoFileId(plan, part), plan))],
    };
  });
}

/** State and dates: published by age, scheduled, or as the plan says. */
function planTimes(
  { age, state }: Plan,
  today: Date,
): Pick<Row, 'scheduledAt' | 'publishedAt' | 'createdAt' | 'updatedAt'> & {
  state: NonNullable<Row['state']>;
} {
  const [at, madeAt] = [before(today, days(age)), before(today, days(Math.abs(age) + 0.1))];
  const made = { createdAt: madeAt, updatedAt: madeAt };
  if (state) return { ...made, state, scheduledAt: null, publishedAt: null };
  return age > 0
    ? { ...made, state: 'published', scheduledAt: null, publishedAt: at }
    : { ...made, state: 'scheduled', scheduledAt: at, publishedAt: null };
}

function videoRow(plan: Plan, today: Date): Row {
  const { title, description, audience, tags, price = 0, included = false, still, views = 0 } = plan;
  const creator = creatorNamed(plan.by);
  return {
    ...planTimes(plan, today),
    id: videoId(plan),
    performerId: creator.id,
    title,
    description,
    audience,
    tags: [...tags],
    price,
    includedInSubscription: included,
    views,
    fileId: videoFileId(plan, 'film'),
    teaserId: plan.teaser ? videoFileId(plan, 'teaser') : null,
    thumbnailId: still === undefined ? null : photoId(creator, ...still),
  };
}

const toTagRows = (plan: Plan, today: Date): (typeof coCreators.$inferInsert)[] =>
  (plan.tagged ?? []).map(([username, accepted]) => {
    const createdAt = before(today, days(Math.abs(plan.age) + 0.1));
    return {
      id: demoId(`tagged ${username} in ${videoId(plan)}`),
      kind: 'video',
      itemId: videoId(plan),
      performerId: creatorNamed(username).id,
      state: accepted ? 'accepted' : 'pending',
      createdAt,
      answeredAt: accepted ? createdAt : null,
    };
  });

/** Inserts videos in every state a creator may see. */
export async function insertVideos(ctx: Ctx, { today }: Past, films: readonly FileValues[]): Promise<void> {
  const rows = plans.map((plan) => videoRow(plan, today));
  await ctx.db.insert(files).values([...films]);
  await ctx.db.insert(videos).values(rows);
  await ctx.db.insert(coCreators).values(plans.flatMap((plan) => toTagRows(plan, today)));
  for (const { id, scheduledAt } of rows)
    if (scheduledAt)
      await enqueue(ctx, { kind: 'publish-media-item', payload: { kind: 'video', id }, runAt: scheduledAt });
  await ctx.db.execute(sql`
    UPDATE performers p SET single_videos = made.count, videos = p.videos + made.count
    FROM (SELECT performer_id, count(*)::int AS count FROM videos WHERE state = 'published' GROUP BY performer_id) AS made WHERE made.performer_id = p.account_id`);
}

/** Unlocks a video, except for fans whose subscription already includes it. */
async function unlock(ctx: UserCtx, { id, price }: { id: string; price: number }): Promise<void> {
  await unlockVideo(ctx, { id, expectedPrice: price }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'already_owned')) throw error;
  });
}

/** Video purchases, made with the production code. Each fan buys the tokens half a day before. */
export const videoStory = (today: Date, topUp: TopUp): Happening[] =>
  plans.flatMap((plan) =>
    (plan.buyers ?? []).flatMap((name, index): Happening[] => {
      const fan = fans.find((each) => each.name === name) ?? demoFan;
      const at = before(today, days(plan.age - 1 - index - createRandom(name).next()));
      return [
        topUp(fan, before(at, days(0.5)), (plan.price ?? 0) * 5),
        { at, perform: (ctx) => unlock(as(ctx, fan), { id: videoId(plan), price: plan.price ?? 0 }) },
      ];
    }),
  );
