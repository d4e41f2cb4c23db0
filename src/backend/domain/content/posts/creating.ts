import { eq } from 'drizzle-orm';
import type { UploadFields } from '#contract/base/files.ts';
import type { LinkCard } from '#contract/content/posts/link-cards.ts';
import type { PostCreate, PostType, PollCreate, PollPlan } from '#contract/content/posts/posts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { setAlts } from '../../base/files/alt-texts.ts';
import { storeUpload } from '../../base/files/uploads.ts';
import { saleOf } from '../media-items/pricing.ts';
import { checkDates, dateOrNull, opensAt } from './changes.ts';
import { checkComplete, checkShape, claimContent } from './content.ts';
import { filesState, setFiles } from './files.ts';
import { insertPoll } from './poll-editing.ts';
import { storedLink } from './link-cards.ts';
import { setSeries } from './series/members.ts';
import { publishingState } from '../media-items/publishing.ts';
import { type PostRecord, postStates, refuseTooManyPinned } from './states.ts';
import { refuseUnapproved } from '../../people/accounts/approval/refuse-unapproved.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

type NewPost = Omit<PostCreate, 'type' | 'filename' | 'path' | 'linkCard'> & {
  readonly type: PostType;
  readonly poll: PollPlan | null;
  readonly linkCard: LinkCard | null;
};

async function insertPost(
  tx: UserCtx,
  { fileIds, alts: _alts, poll, seriesId, state: _state, ...post }: NewPost,
): Promise<PostRecord> {
  const moment = now(tx);
  const dates = { scheduledAt: dateOrNull(post.scheduledAt), expiresAt: dateOrNull(post.expiresAt) };
  checkDates(dates, { scheduledAt: true, expiresAt: true }, moment);
  const id = tx.ports.ids();
  const [row] = await tx.db
    .insert(feeds)
    .values({
      ...post,
      ...saleOf(post),
      ...dates,
      id,
      performerId: tx.viewer.id,
      state: 'draft',
      createdAt: moment,
      updatedAt: moment,
    })
    .returning();
  await setFiles(tx, id, fileIds);
  if (poll) await insertPoll(tx, id, { plan: poll, opensAt: opensAt(dates, moment) });
  if (seriesId !== null) await setSeries(tx, id, seriesId);
  return row as PostRecord;
}

/**
 * Writes a post and, unless it is a draft, publishes it: immediately, at its scheduled time, or once its
 * files are ready.
 */
export function writePost(ctx: UserCtx, post: NewPost): Promise<string> {
  return transaction(ctx, async (tx) => {
    const willPublish = post.state === 'published';
    checkShape(post.type, post);
    if (willPublish) checkComplete(post);
    await claimContent(tx, post.type, post);
    await setAlts(tx, post.alts);
    const creator = await lockCreator(tx, tx.viewer.id);
    if (willPublish) refuseUnapproved(creator);
    const row = await insertPost(tx, post);
    if (!willPublish) return row.id;
    const next = publishingState(row, await filesState(tx, row), now(tx));
    if (next === 'published' && post.pinned) await refuseTooManyPinned(tx, row);
    await postStates.setState(tx, row, next);
    return row.id;
  });
}

const kindOfPost = { photo: 'image', video: 'video', audio: 'audio' } as const;

/**
 * Creates a file from the uploaded object a new post names. Checks everything else first, so that the object
 * isn't consumed if the post is refused.
 * @throws AppError 403, 413, 422
 */
async function fileOfObject(
  ctx: UserCtx,
  { type, fileIds, thumbnailId, teaserId, state }: Omit<PostCreate, 'filename' | 'path'>,
  object: UploadFields,
): Promise<string> {
  if (type !== 'photo' && type !== 'video' && type !== 'audio')
    throw invalid('path', 'Only photo, video and audio posts can have a file.');
  checkShape(type, { fileIds: [...fileIds, ''], thumbnailId, teaserId });
  const [creator] = await ctx.db.select().from(performers).where(eq(performers.accountId, ctx.viewer.id));
  if (creator && state === 'published') refuseUnapproved(creator);
  const { id } = await storeUpload(ctx, {
    type: `feed-${type}`,
    kind: kindOfPost[type],
    fields: object,
    file: undefined,
  });
  return id;
}

/**
 * Creates a post of any type except a poll, and returns its id.
 * @throws AppError 403 before the profile is approved, 409 when too many posts are pinned, 422 when it can't
 * be published.
 */
export async function createPost(ctx: UserCtx, { filename, path, ...body }: PostCreate): Promise<string> {
  const added =
    filename === undefined && path === undefined ? [] : [await fileOfObject(ctx, body, { filename, path })];
  const fileIds = [...body.fileIds, ...added];
  const link = body.linkCard === null ? {} : await storedLink(ctx, body.type, body.linkCard);
  return writePost(ctx, { ...body, linkCard: null, ...link, fileIds, poll: null });
}

/**
 * Creates a poll with its post, and returns the post's id.
 * @throws the same as `createPost`.
 */
export const createPoll = (ctx: UserCtx, { poll, ...post }: PollCreate): Promise<string> =>
  writePost(ctx, {
    ...post,
    poll,
    type: 'poll',
    fileIds: [],
    alts: {},
    thumbnailId: null,
    teaserId: null,
    linkCard: null,
  });
