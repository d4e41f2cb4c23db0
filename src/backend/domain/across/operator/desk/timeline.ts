import type { PersonEvent } from '#contract/across/operator/people.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { cutPage, encodeCursor, readCursor } from '../../../../kernel/keyset.ts';
import type { OperatorCtx } from '../audit.ts';
import { showPerson } from './people.ts';
import { selectEvents } from './person-query.ts';

type Input = ParsedInput<'GET /operator/people/:id/timeline'>;
/**
 * What happened to an account and what its owner did, newest first. Logins are those whose sessions are still
 * listed.
 * @throws AppError 404
 */
export async function loadTimeline(ctx: OperatorCtx, { params, query }: Pick<Input, 'params' | 'query'>) {
  await showPerson(ctx, params.id);
  const last = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await selectEvents(ctx.db, params.id, { last, limit: query.limit + 1 });
  const page = cutPage(rows, query.limit, ({ id, at }) => encodeCursor({ id, createdAt: new Date(at) }));
  const data = page.rows.map(({ id, at, amount, ...row }): PersonEvent => ({
    ...row,
    _id: id,
    at: new Date(at).toISOString(),
    amount: amount === null ? null : Number(amount),
  }));
  return { data, total: data.length, nextCursor: page.nextCursor };
}
