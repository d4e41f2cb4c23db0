import type { streams } from '../../../db/schema/streams/streams.ts';
import type { Item } from '../../base/access/access.ts';

type StreamRow = typeof streams.$inferSelect;
export type AccessColumns = Pick<
  StreamRow,
  'id' | 'performerId' | 'audience' | 'price' | 'includedInSubscription' | 'state'
>;

/**
 * A public stream as an access rule item: who may watch it, read its chat, and see its replay. All of that goes on
 * after its end, but not after it was canceled.
 */
export const streamItem = (stream: AccessColumns): Item => ({
  kind: 'stream',
  id: stream.id,
  ownerId: stream.performerId,
  audience: stream.audience,
  price: stream.price,
  includedInSubscription: stream.includedInSubscription,
  isPublished: stream.state !== 'cancelled',
  fileIds: [],
});

/** The same for buying a ticket, which ends with the stream. */
export const ticketItem = (stream: AccessColumns): Item => ({
  ...streamItem(stream),
  isPublished: stream.state === 'scheduled' || stream.state === 'live',
});
