import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { streams } from '../../db/schema/streams.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Item } from '../access/access.ts';
import type { Charged } from '../wallet/spend.ts';
import { type Sellable, type Wanted, unlock } from '../wallet/unlock.ts';

type StreamRow = typeof streams.$inferSelect;

/**
 * A stream as an access rule item, sold while it is scheduled or live. Private streams are paid by the
 * minute, never here.
 */
const asItem = ({
  id,
  performerId,
  audience,
  price,
  includedInSubscription,
  state,
  type,
}: StreamRow): Item => ({
  kind: 'stream',
  id,
  ownerId: performerId,
  audience,
  price,
  includedInSubscription,
  isPublished: type === 'public' && (state === 'scheduled' || state === 'live'),
  fileIds: [],
});

async function lockStream(tx: UserCtx, id: string): Promise<Sellable> {
  const [row] = await tx.db
    .select({ creator: accounts.name, username: accounts.username, stream: streams })
    .from(streams)
    .innerJoin(accounts, eq(accounts.id, streams.performerId))
    .where(eq(streams.id, id))
    .for('share', { of: streams });
  if (!row) throw notFound();
  const { stream, creator, username } = row;
  return {
    item: asItem(stream),
    description: `Stream by ${creator}: ${shortText(stream.title, 60)}`,
    title: shortText(stream.title, 120),
    href: routes.profile(username ?? stream.performerId),
  };
}

/** Pays for a stream, which can then be watched for as long as it lasts. */
export const unlockStream = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'stream', lock: lockStream });
