import type { FoundThing } from '#contract/across/operator/people.ts';
import { now } from '../../../../kernel/context.ts';
import type { OperatorCtx } from '../audit.ts';
import type { Quoted } from './quoted.ts';
import { selectThings } from './things-query.ts';

const person = (id: string | null, username: string | null, name: string | null) =>
  id === null ? null : { _id: id, username, name: name ?? '' };

/** What has this id, number or reference, except people, payments and files, which have columns of their own. */
export async function findThings(ctx: OperatorCtx, asked: Quoted): Promise<FoundThing[]> {
  const rows = await selectThings(ctx.db, asked, now(ctx).toISOString());
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state,
    owner: person(row.owner_id, row.owner_username, row.owner_name),
    other: person(row.other_id, row.other_username, row.other_name),
    paymentId: row.payment,
    createdAt: new Date(row.at).toISOString(),
  }));
}
