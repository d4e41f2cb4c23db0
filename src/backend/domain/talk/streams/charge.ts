import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { streams } from '../../../db/schema/streams/streams.ts';
import type { Item } from '../../base/access/access.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, unlock } from '../../money/wallet/unlock.ts';
import { lockForSale } from '../../money/wallet/lock-for-sale.ts';

type StreamRow = typeof streams.$inferSelect;

/** A public stream as an access rule item, sold until it ends. */
const asItem = ({ id, performerId, audience, price, includedInSubscription, state }: StreamRow): Item => ({
  kind: 'stream',
  id,
  ownerId: performerId,
  audience,
  price,
  includedInSubscription,
  isPublished: state === 'scheduled' || state === 'live',
  fileIds: [],
});

async function lockStream(tx: UserCtx, id: string): Promise<Sellable> {
  const { row: stream, creator } = await lockForSale(tx, streams, id);
  return {
    item: asItem(stream),
    description: `Stream by ${creator}: ${shortText(stream.title, 60)}`,
    title: shortText(stream.title, 120),
    href: routes.stream(stream.id),
  };
}

/** Buys a ticket, with which a stream and its replay can be watched. */
export const unlockStream = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'stream', lock: lockStream });
