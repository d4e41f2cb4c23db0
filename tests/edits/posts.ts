import { eq } from 'drizzle-orm';
import type { Post } from '#contract/content/posts/posts.ts';
import { feeds, pollOptions, polls } from '#backend/db/schema/posts.ts';
import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
import { type Change, type Field, type Json, type Subject, always, each, edit } from './edit.ts';
import { type Stage, among, audienceOf, found, inDays, makeStage } from './stage.ts';

type PostState = Post['state'];
/** `sold`: published and bought by someone. */
type State = Exclude<PostState, 'removed'> | 'sold';
interface EditedPost {
  readonly stage: Stage;
  readonly fileId: string | null;
}
const posts = new WeakMap<Subject, EditedPost>();
const postOf = (subject: Subject): EditedPost => posts.get(subject)!;

const rowIn = (app: TestBackend, state: State): Partial<typeof feeds.$inferInsert> => {
  const row: PostState = state === 'sold' ? 'published' : state;
  const wasOut = row === 'published' || row === 'archived' || row === 'expired';
  return {
    state: row,
    publishedAt: wasOut ? inDays(app, -3) : null,
    scheduledAt: row === 'scheduled' ? inDays(app, 2) : null,
    expiresAt: row === 'expired' ? inDays(app, -1) : null,
    price: state === 'sold' ? 10 : 0,
  };
};

async function asSubject(
  stage: Stage,
  id: string,
  about: { state: State; fileId: string | null },
): Promise<Subject> {
  const {
    app: { ok, call },
    owner,
  } = stage;
  const at = { params: { id } };
  const isSold = about.state === 'sold';
  if (isSold) await stage.sell('feed', id, about.fileId ? [about.fileId] : []);
  const subject: Subject = {
    ...at,
    by: owner,
    read: () => ok('GET /performer/feeds/:id', { ...at, token: owner.token }),
    onlookers: audienceOf(
      stage,
      async (who) => [
        await found(call('GET /user/feeds/:id', { ...at, token: who?.token })),
        among(await ok('GET /user/feeds', { token: who?.token, query: { performerId: owner.id } }), id),
      ],
      isSold,
    ),
  };
  posts.set(subject, { stage, fileId: about.fileId });
  return subject;
}

async function insert(
  { app, owner }: Stage,
  values: Partial<typeof feeds.$inferInsert>,
  fileIds: readonly string[],
): Promise<string> {
  const id = await postsIn(app).makePost(owner.id, values, fileIds);
  // Overrides the helper's default date.
  await app.db
    .update(feeds)
    .set({ publishedAt: values.publishedAt ?? null })
    .where(eq(feeds.id, id));
  return id;
}

const photoPost =
  (state: State) =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const fileState = state === 'processing' ? 'queued' : state === 'failed' ? 'failed' : 'ready';
    const fileId = await postsIn(app).makeFile(stage.owner.id, { state: fileState });
    return asSubject(
      stage,
      await insert(stage, { audience: 'followers', ...rowIn(app, state), type: 'photo' }, [fileId]),
      { state, fileId },
    );
  };

const plan = { question: 'Which glaze?', options: ['Ash', 'Celadon'] };
const pollPost =
  (state: State) =>
  async (app: TestBackend): Promise<Subject> => {
    const stage = await makeStage(app);
    const id = await insert(stage, { audience: 'public', ...rowIn(app, state), type: 'poll' }, []);
    await app.db.insert(polls).values({
      feedId: id,
      question: plan.question,
      multiple: false,
      resultsVisible: 'afterVote',
      expiresAt: null,
    });
    await app.db
      .insert(pollOptions)
      .values(plan.options.map((text, position) => ({ id: app.ports.ids(), feedId: id, position, text })));
    return asSubject(stage, id, { state, fileId: null });
  };

const moves: Record<
  State,
  readonly (readonly ['draft' | 'published' | 'archived', PostState | 409 | 422])[]
> = {
  draft: [
    ['draft', 'draft'],
    ['published', 'published'],
    ['archived', 409],
  ],
  processing: [
    ['draft', 'draft'],
    ['published', 'processing'],
    ['archived', 409],
  ],
  scheduled: [
    ['draft', 'draft'],
    ['published', 'scheduled'],
    ['archived', 409],
  ],
  failed: [
    ['draft', 'draft'],
    ['published', 'failed'],
    ['archived', 409],
  ],
  published: [
    ['draft', 409],
    ['published', 'published'],
    ['archived', 'archived'],
  ],
  sold: [
    ['draft', 409],
    ['published', 'published'],
    ['archived', 'archived'],
  ],
  archived: [
    ['draft', 409],
    ['published', 'published'],
    ['archived', 'archived'],
  ],
  expired: [
    ['draft', 409],
    ['published', 422],
    ['archived', 'archived'],
  ],
};
const out = ['state', 'publishedAt', 'scheduledAt', 'reason'] as const;
const wasOut = (state: string) => ['published', 'sold', 'archived', 'expired'].includes(state);

/** Replacing a file that failed lets the post be published. */
const settles = (state: string): readonly string[] =>
  state === 'processing' || state === 'failed' ? out : [];
const fileIds: Field<string> = {
  changes: async (state, subject) => {
    const {
      stage: { app, owner, other },
      fileId,
    } = postOf(subject);
    const { makeFile } = postsIn(app);
    const [mine, theirs] = [await makeFile(owner.id), await makeFile(other.id)];
    const anew: Change =
      state === 'sold'
        ? { value: [mine], refused: 409 }
        : { value: [mine], moves: ['files', 'media', ...settles(state)] };
    const empty: Change =
      state === 'sold'
        ? { value: [], refused: 409 }
        : state === 'draft' || state === 'archived' || state === 'expired'
          ? { value: [], moves: ['files', 'media'] }
          : { value: [], refused: 422 };
    return [
      anew,
      empty,
      { value: [mine, fileId], moves: ['files', 'media'] },
      { value: [theirs], refused: state === 'sold' ? 422 : 422 },
    ];
  },
  read: (own) => own['files'],
};
const dressing = (key: 'thumbnail' | 'teaser'): Field<string> => ({
  changes: async (_, subject) => {
    const {
      stage: { app, owner, other },
    } = postOf(subject);
    const { makeFile, makeVideo } = postsIn(app);
    const make = (id: string) =>
      key === 'teaser' ? makeVideo(id, { type: 'feed-teaser' }) : makeFile(id, { type: 'feed-thumbnail' });
    return [
      { value: await make(owner.id), moves: [key] },
      { value: null },
      { value: await make(other.id), refused: 422 },
    ];
  },
  read: (own) => own[key],
});
const alts: Field<string> = {
  changes: async (_, subject) => {
    const {
      stage: { app, other },
      fileId,
    } = postOf(subject);
    const theirs = await postsIn(app).makeFile(other.id);
    return [
      { value: { [fileId!]: 'Two bowls' }, shown: 'Two bowls', moves: ['files'] },
      { value: { [fileId!]: '' }, shown: null, moves: ['files'] },
      { value: { [theirs]: 'Not mine' }, refused: 422 },
    ];
  },
  read: (_, whole) => (whole['files'] as { alt: string | null }[])[0]?.alt ?? null,
};

/** Into a series of one's own and out of it. */
const seriesId: Field<string> = {
  changes: async (_, subject) => {
    const { app, owner, other } = postOf(subject).stage;
    const make = async ({ token }: typeof owner) =>
      (
        await app.ok('POST /performer/post-series', {
          token,
          body: { title: `Series ${app.ports.ids()}` },
        })
      )._id;
    return [
      { value: await make(owner), moves: ['series'] },
      { value: null, moves: ['series'] },
      { value: await make(other), refused: 422 },
    ];
  },
  read: (own) => (own['series'] as Json | undefined)?.['_id'] ?? null,
};

const states = <Make extends (state: State) => (app: TestBackend) => Promise<Subject>>(make: Make) => ({
  draft: make('draft'),
  processing: make('processing'),
  scheduled: make('scheduled'),
  published: make('published'),
  expired: make('expired'),
  archived: make('archived'),
  failed: make('failed'),
  sold: make('sold'),
});
const locked = ['text', 'poll'];

export const photoPostEdit = edit<State>({
  states: states(photoPost),
  locked,
  fields: {
    text: always('Another text', ''),
    audience: always('public', 'followers', 'subscribers'),
    commentsEnabled: always(false, true),
    fileIds,
    alts,
    thumbnailId: dressing('thumbnail'),
    teaserId: dressing('teaser'),
    price: each({ value: 25, moves: ['isSale'] }, { value: 0, moves: ['isSale'] }),
    includedInSubscription: {
      changes: (state) => [
        { value: true, along: { price: 30 }, moves: ['isSale'] },
        state === 'sold' ? { value: true } : { value: true, refused: 422 },
        { value: false },
      ],
    },
    // Only posts that are published, or will be, can be pinned.
    pinned: {
      changes: (state) => [
        state === 'archived' || state === 'expired' ? { value: true, refused: 409 } : { value: true },
        { value: false },
      ],
    },
    scheduledAt: {
      changes: (state, subject) => {
        const later = inDays(postOf(subject).stage.app, 5).toISOString();
        return [
          wasOut(state) ? { value: later, refused: 422 } : { value: later },
          { value: null, ...(state === 'scheduled' && { moves: out }) },
          { value: '2001-01-01T00:00:00.000Z', refused: 422 },
        ];
      },
    },
    expiresAt: {
      changes: (_, subject) => [
        { value: inDays(postOf(subject).stage.app, 9).toISOString() },
        { value: null },
        { value: '2001-01-01T00:00:00.000Z', refused: 422 },
      ],
    },
    state: {
      changes: (from) =>
        moves[from].map(([value, next]) =>
          typeof next === 'number'
            ? { value, refused: next }
            : { value, shown: next, moves: [...out, 'pinned'] },
        ),
    },
    poll: each({ value: plan, refused: 422 }),
    // Only texts have one; `link-cards.test.ts` changes theirs.
    linkCard: {
      changes: () => [{ value: null }, { value: 'x', refused: 422 }],
      read: (own) => own['linkCard'] ?? null,
    },
    seriesId,
  },
});

const pollField = (key: string, ...values: readonly unknown[]): Field<string> => ({
  changes: () => values.map((value) => ({ value, along: { poll: plan } })),
  read: (own) => (own['poll'] as Json)[key],
});
type PollState = Exclude<State, 'processing' | 'failed' | 'sold'>;
export const pollPostEdit = edit<PollState>({
  states: {
    draft: pollPost('draft'),
    scheduled: pollPost('scheduled'),
    published: pollPost('published'),
    expired: pollPost('expired'),
    archived: pollPost('archived'),
  },
  locked,
  fields: {
    'poll.question': pollField('question', 'Which clay?'),
    'poll.multiple': pollField('multiple', true, false),
    'poll.resultsVisible': pollField('resultsVisible', 'always', 'afterVote', 'afterEnd'),
    'poll.options': {
      ...pollField('options', ['Red', 'White', 'Black']),
      read: (own) => ((own['poll'] as Json)['options'] as { text: string }[]).map(({ text }) => text),
    },
    'poll.expiresAt': {
      changes: (_, subject) => [
        { value: inDays(postOf(subject).stage.app, 4).toISOString(), along: { poll: plan } },
        { value: null, along: { poll: plan } },
        { value: '2001-01-01T00:00:00.000Z', along: { poll: plan }, refused: 422 },
      ],
      read: (own) => (own['poll'] as Json)['expiresAt'],
    },
    fileIds: {
      changes: async (_, subject) => [
        { value: [await postsIn(postOf(subject).stage.app).makeFile(subject.by.id)], refused: 422 },
      ],
    },
    seriesId,
  },
});

const template = async ({ ok, makeCreator }: TestBackend): Promise<Subject> => {
  const [by, other] = [await makeCreator(), await makeCreator()];
  const { _id: id } = await ok('POST /performer/post-templates', {
    token: by.token,
    body: {
      title: 'Weekly',
      type: 'text',
      text: 'This week',
      audience: 'public',
      price: 0,
      includedInSubscription: false,
      commentsEnabled: true,
      poll: null,
    },
  });
  const readBy = async (token: string) => among(await ok('GET /performer/post-templates', { token }), id);
  return {
    params: { id },
    by,
    read: async () => (await readBy(by.token)) as Json,
    onlookers: [
      { name: 'other creator', read: async () => [await readBy(other.token)], sight: () => 'hidden' },
    ],
  };
};
export const postTemplateEdit = edit<'saved'>({
  states: { saved: template },
  fields: {
    title: each({ value: 'Monthly' }, { value: ' ', refused: 422 }, { value: 'x'.repeat(61), refused: 422 }),
  },
});
