import { routes } from '#config/routes.ts';
import type { Earning } from '#services/money/earnings.ts';
import { type Source, sourceLabels } from '#components/money/source-labels.ts';
import type { Item, Rows } from './query-params.ts';

export const isSource = (text: unknown): text is Source =>
  typeof text === 'string' && Object.hasOwn(sourceLabels, text);

export const partLabels: Readonly<Record<NonNullable<Rows['part']>, string>> = {
  earned: 'Sales and refunds',
  sales: 'Sales',
  refunds: 'Refunds',
  referrals: 'Referrals',
  payouts: 'Payouts',
  adjustments: 'Adjustments',
  all: 'All payments',
};
export const moveLabels: Readonly<Record<NonNullable<Rows['subscribers']>, string>> = {
  new: 'New subscribers',
  renewed: 'Renewals',
  lost: 'Lost subscribers',
};
export const itemLabels: Readonly<Record<Item['kind'], string>> = {
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  product: 'Product',
  message: 'Message',
  stream: 'Stream',
  auction: 'Auction',
  tip: 'Tips on a post',
};

/** Path of an item's page; messages and streams have none. */
export function itemPath({ kind, _id }: Item): string | null {
  if (kind === 'message' || kind === 'stream') return null;
  return kind === 'tip' ? routes.feed(_id) : routes[kind](_id);
}

/** Ledger descriptions are written for the fan and name the creator, which is redundant here. */
export const describeEarning = ({ source, description }: Pick<Earning, 'source' | 'description'>): string => {
  if (source === 'tip') return 'Tip';
  if (source === 'feed') return description.replace(/^Post by .*?: /, 'Post: ');
  return description;
};
