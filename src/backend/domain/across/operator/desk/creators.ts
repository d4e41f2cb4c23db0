import { and, asc, count, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { CreatorCase, ShownDocument } from '#contract/across/operator/creators.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { performers } from '../../../../db/schema/creators.ts';
import { documents } from '../../../../db/schema/files.ts';
import { releases } from '../../../../db/schema/media-items.ts';
import { transaction } from '../../../../kernel/context.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import { cutPage, encodeCursor } from '../../../../kernel/keyset.ts';
import { signDocument } from '../../../base/files/document-addresses.ts';
import type { OperatorCtx } from '../audit.ts';
import { takeDocuments } from '../documents.ts';
import {
  type Approval,
  type ListedPerformer,
  approvePerformer,
  findPerformer,
  rejectPerformer,
  withdrawApproval,
} from '../performers.ts';
import { refuseOwn } from '../proposals.ts';
import { afterCursor } from './lists.ts';

type Query = ParsedInput<'GET /operator/creators'>['query'];

const selectCreators = (ctx: OperatorCtx) =>
  ctx.db
    .select({
      id: accounts.id,
      username: accounts.username,
      name: accounts.name,
      email: accounts.email,
      bio: accounts.bio,
      country: accounts.country,
      verified: performers.verified,
      reason: performers.verifiedReason,
      submittedAt: performers.submittedAt,
      until: performers.verifiedUntil,
      createdAt: performers.createdAt,
      documents: ctx.db.$count(
        documents,
        and(eq(documents.ownerId, accounts.id), ne(documents.side, 'release')),
      ),
      releases: ctx.db.$count(releases, eq(releases.performerId, accounts.id)),
    })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId));
type Row = Awaited<ReturnType<typeof selectCreators>>[number];

const creatorCase = ({ id, createdAt, submittedAt, until, ...row }: Row): CreatorCase => ({
  _id: id,
  ...row,
  submittedAt: submittedAt?.toISOString() ?? null,
  expiresAt: until?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/** Creators in one state, longest waiting first. */
export async function listCreators(ctx: OperatorCtx, query: Query) {
  // Approved creators who sent newer documents wait, too.
  const waits = query.state === 'pending' ? isNotNull(performers.submittedAt) : undefined;
  const isIn = or(eq(performers.verified, query.state), waits);
  const [rows, [counted]] = await Promise.all([
    selectCreators(ctx)
      .where(and(isIn, afterCursor(query, { at: performers.createdAt, id: performers.accountId }, 'oldest')))
      .orderBy(asc(performers.createdAt), asc(performers.accountId))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    ctx.db.select({ total: count() }).from(performers).where(isIn),
  ]);
  const page = cutPage(rows, query.limit, encodeCursor);
  return { data: page.rows.map(creatorCase), total: counted?.total ?? 0, nextCursor: page.nextCursor };
}

export async function findCreator(ctx: OperatorCtx, id: string): Promise<Row & { username: string }> {
  const [row] = await selectCreators(ctx).where(eq(performers.accountId, id));
  if (!row?.username) throw notFound();
  return { ...row, username: row.username };
}

/** @throws AppError 404 */
export const showCreator = async (ctx: OperatorCtx, id: string): Promise<CreatorCase> =>
  creatorCase(await findCreator(ctx, id));

/** The documents of a creator, each with an address for this operator's browser alone. @throws AppError 404 */
export async function openDocuments(ctx: OperatorCtx, id: string): Promise<{ data: ShownDocument[] }> {
  const { username } = await findCreator(ctx, id);
  const sent = await takeDocuments(ctx, username);
  return {
    data: sent.map(({ id: documentId, name, mime, bytes, sentAt }) => ({
      _id: documentId,
      name,
      mime,
      bytes,
      sentAt: sentAt.toISOString(),
      url: signDocument(ctx, { id: documentId, viewerId: ctx.actorId ?? '' }),
    })),
  };
}

type Seen = ParsedInput<'POST /operator/creators/:id/approve'>['body']['seen'];
type Decision = { seen?: Seen } & (({ approve: true } & Approval) | { approve: false; reason: string });

const isAsSeen = ({ verified, submittedAt }: ListedPerformer, seen: NonNullable<Seen>): boolean =>
  verified === seen.verified && (submittedAt?.toISOString() ?? null) === seen.submittedAt;

/** @throws AppError 404; 409 for one's own profile, if it is decided already, or if it isn't as it was seen */
export async function decideOnCreator(ctx: OperatorCtx, id: string, decision: Decision): Promise<void> {
  refuseOwn(ctx, id);
  const { username } = await findCreator(ctx, id);
  await transaction(ctx, async (tx) => {
    const row = await findPerformer(tx, username);
    if (decision.seen && !isAsSeen(row, decision.seen))
      throw conflict('This changed in the meantime. Look at it again before you decide.');
    const isSettled = row.verified === 'approved' && row.submittedAt === null;
    if (decision.approve) await approvePerformer(tx, username, decision);
    else if (isSettled) await withdrawApproval(tx, username, decision.reason);
    else await rejectPerformer(tx, username, decision.reason);
  });
}
