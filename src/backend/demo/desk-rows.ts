import type { Ctx } from '../kernel/context.ts';
import { feedFiles, feeds, pollOptions, polls } from '../db/schema/posts.ts';
import { type Creator, creatorNamed } from './cast.ts';
import { photoId } from './gallery.ts';
import { type Past, before, days } from './past.ts';
import { demoId } from './random.ts';

/** A post on a creator's dashboard that isn't published: a draft, scheduled, archived, or expired. */
interface Desk {
  readonly username: string;
  readonly type: 'text' | 'photo' | 'poll';
  readonly text: string;
  readonly state: 'draft' | 'scheduled' | 'archived' | 'expired';
  /** The number of pictures to take from one of the creator's other posts. */
  readonly photos?: { readonly post: number; readonly count: number };
  readonly audience?: 'public' | 'followers' | 'subscribers';
  readonly price?: number;
  /** Days until it is published, or since it was. */
  readonly inDays: number;
  readonly question?: { readonly text: string; readonly options: readonly string[] };
}

const desks: readonly Desk[] = [
  {
    username: 'demo-creator',
    type: 'photo',
    text: 'Off the point at five, before the ferries. Still deciding on the third frame.',
    state: 'draft',
    photos: { post: 3, count: 3 },
    inDays: -0.2,
  },
  {
    username: 'demo-creator',
    type: 'photo',
    text: 'The zine is at the printer. This is the sheet its cover came from.',
    state: 'scheduled',
    photos: { post: 1, count: 1 },
    audience: 'subscribers',
    inDays: 2,
  },
  {
    username: 'demo-creator',
    type: 'poll',
    text: 'For the winter walk.',
    state: 'scheduled',
    audience: 'followers',
    inDays: 4,
    question: { text: 'Which Sunday?', options: ['The first in December', 'The second', 'Any, if it snows'] },
  },
  {
    username: 'demo-creator',
    type: 'text',
    text: 'Darkroom open day, places for six. Write to me.',
    state: 'expired',
    inDays: -9,
  },
  {
    username: 'demo-creator',
    type: 'photo',
    text: 'Last year’s calendar, sold out.',
    state: 'archived',
    photos: { post: 9, count: 2 },
    price: 60,
    inDays: -40,
  },
  {
    username: 'saltandsorrel',
    type: 'text',
    text: 'Sunday’s menu, once the poll has ended.',
    state: 'scheduled',
    inDays: 3,
  },
  {
    username: 'saltandsorrel',
    type: 'photo',
    text: 'The pumpkin soup, second attempt at a picture.',
    state: 'draft',
    photos: { post: 0, count: 1 },
    inDays: -1,
  },
  {
    username: 'crumb.and.crust',
    type: 'text',
    text: 'Christmas orders are closed.',
    state: 'archived',
    inDays: -30,
  },
];

const findCreator = ({ username }: Desk): Creator => creatorNamed(username);

function toRow(desk: Desk, at: number, today: Date): typeof feeds.$inferInsert {
  const time = before(today, days(-desk.inDays));
  const isOut = desk.state === 'archived' || desk.state === 'expired';
  const written = isOut ? time : before(today, days(0.1 + at / 10));
  return {
    id: demoId(`desk ${at}`),
    performerId: findCreator(desk).id,
    type: desk.type,
    text: desk.text,
    audience: desk.audience ?? 'public',
    price: desk.price ?? 0,
    state: desk.state,
    publishedAt: isOut ? time : null,
    scheduledAt: desk.state === 'scheduled' ? time : null,
    expiresAt: desk.state === 'expired' ? new Date(time.getTime() + days(3)) : null,
    createdAt: written,
    updatedAt: written,
  };
}

const listFiles = (desk: Desk, at: number): (typeof feedFiles.$inferInsert)[] =>
  Array.from({ length: desk.photos?.count ?? 0 }, (_, position) => ({
    feedId: demoId(`desk ${at}`),
    fileId: photoId(findCreator(desk), desk.photos?.post ?? 0, position),
    position,
  }));

const toQuestionRows = ({ question, inDays }: Desk, at: number, today: Date) => {
  if (!question) return [];
  const postId = demoId(`desk ${at}`);
  const options = question.options.map((text, position) => ({
    id: demoId(`desk option ${at} ${position}`),
    feedId: postId,
    position,
    text,
  }));
  return [
    {
      poll: {
        feedId: postId,
        question: question.text,
        resultsVisible: 'always' as const,
        expiresAt: before(today, days(-inDays - 7)),
      },
      options,
    },
  ];
};

/** Inserts posts that only their creators see. They reuse pictures of other posts. */
export async function insertDesks(ctx: Ctx, { today }: Past): Promise<void> {
  await ctx.db.insert(feeds).values(desks.map((desk, at) => toRow(desk, at, today)));
  await ctx.db.insert(feedFiles).values(desks.flatMap(listFiles));
  const questions = desks.flatMap((desk, at) => toQuestionRows(desk, at, today));
  await ctx.db.insert(polls).values(questions.map(({ poll }) => poll));
  await ctx.db.insert(pollOptions).values(questions.flatMap(({ options }) => options));
}
