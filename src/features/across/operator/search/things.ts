import { deskRoutes } from '#config/desk-routes.ts';
import { routes } from '#config/routes.ts';
import type { FoundThing } from '#contract/across/operator/people.ts';
import type { ReportTarget } from '#contract/across/reports.ts';

type Kind = FoundThing['kind'];

const kinds: Readonly<Record<Kind, string>> = {
  post: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  product: 'Product',
  auction: 'Auction',
  stream: 'Stream',
  series: 'Series',
  broadcast: 'Mass message',
  comment: 'Comment',
  'private-stream': 'Private stream',
  message: 'Message',
  conversation: 'Conversation',
  order: 'Order',
  payout: 'Payout',
  dispute: 'Dispute',
  case: 'Case',
  contact: 'Contact message',
  adjustment: 'Adjustment',
  statement: 'Statement',
};

const pages: Partial<Readonly<Record<Kind, (id: string) => string>>> = {
  post: routes.feed,
  video: routes.video,
  gallery: routes.gallery,
  product: routes.product,
  auction: routes.auction,
  stream: routes.stream,
  series: routes.series,
  order: deskRoutes.order,
  payout: deskRoutes.payout,
  case: deskRoutes.case,
  contact: deskRoutes.contactMessage,
  adjustment: deskRoutes.adjustment,
};

/** What a case can be about. */
export const reportableAs: Partial<Readonly<Record<Kind, ReportTarget>>> = {
  post: 'feed',
  video: 'video',
  gallery: 'gallery',
  product: 'product',
  auction: 'auction',
  stream: 'stream',
  comment: 'comment',
  message: 'message',
};

/** Such as "Post: A walk in the fog". */
export const thingText = ({ kind, title }: FoundThing): string =>
  title ? `${kinds[kind]}: ${title}` : kinds[kind];

/** The month in a statement's number, such as `S-2026-03-K7Q3F-92XMA`. */
const statementMonth = (number: string): string => number.slice(2, 9);

/** Where it is shown: its page, its payment or its case. Null for what is private. */
export function thingHref({ kind, _id, title, paymentId }: FoundThing): string | null {
  if (kind === 'statement') return deskRoutes.statement(_id, statementMonth(title));
  return pages[kind]?.(_id) ?? (paymentId === null ? null : deskRoutes.payment(paymentId));
}
