import { type SQL, and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { UserCtx } from '../../../../kernel/context.ts';
import { privateStreams } from '../../../../db/schema/streams/private-streams.ts';
import { cutPage, encodeCursor, readCursor } from '../../../../kernel/keyset.ts';
import { privateViews } from './presenters.ts';
import { openStates } from './rows.ts';
import { countUpTo, rowsWhere } from '../../../../kernel/paging.ts';

type Query = ParsedInput<'GET /streaming/private/search'>['query'];

function wanted(ctx: UserCtx, { side, state }: Query): SQL | undefined {
  const own = side === 'fan' ? privateStreams.accountId : privateStreams.performerId;
  const states =
    state === undefined
      ? undefined
      : state === 'open'
        ? inArray(privateStreams.state, [...openStates])
        : notInArray(privateStreams.state, [...openStates]);
  return and(eq(own, ctx.viewer.id), states);
}

/** Requests that the viewer hasn't answered yet, counted up to `most`. */
export const countRequests = (ctx: UserCtx, most: number): Promise<number> =>
  countUpTo(
    ctx,
    rowsWhere(
      ctx,
      privateStreams,
      and(eq(privateStreams.performerId, ctx.viewer.id), eq(privateStreams.state, 'requested')),
    ),
    most,
  );

/** The viewer's private streams on one side, newest first. */
export async function searchPrivate(
  ctx: UserCtx,
  query: Query,
): Promise<ReplySource<'GET /streaming/private/search'>> {
  const mine = wanted(ctx, query);
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const [found, total] = await Promise.all([
    ctx.db
      .select()
      .from(privateStreams)
      .where(
        and(
          mine,
          after
            ? sql`(${privateStreams.createdAt}, ${privateStreams.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(privateStreams.createdAt), desc(privateStreams.id))
      .limit(query.limit + 1)
      .offset(after ? 0 : query.offset),
    ctx.db.$count(privateStreams, mine),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, encodeCursor);
  return { data: await privateViews(ctx, rows), total, nextCursor };
}
