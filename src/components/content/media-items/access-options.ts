import type { Cents, Tokens } from '#lib/units.ts';
import type { AccessView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { centsOfTokens, formatDuration, formatMoney, plural } from '#lib/format.ts';
import { firstPeriods } from '#lib/plans/words.ts';
import { type Rate, tokensText } from '#ui/content/money.tsx';
import type { SoldItem } from '../../money/wallet/unlock-dialog.tsx';

type Route = AccessView['routes'][number];

/** One way to unlock an item, ready for a button. */
export interface AccessOption {
  readonly need: Route['need'];
  readonly label: string;
  /** The price in cents, whatever unit it is charged in. */
  readonly cents: Cents;
}

const formatRoute = (route: Route, rate: Rate): string => {
  switch (route.need) {
    case 'follow':
      return 'Follow for free';
    case 'subscribe-free':
      return 'Subscribe for free';
    case 'subscribe':
      return `Subscribe ${formatMoney(route.price, rate.currency)} ${route.then === undefined ? 'a month' : firstPeriods.monthly}`;
    case 'purchase':
      return `Unlock for ${tokensText(route.price, rate)}`;
  }
};

const toCents = (route: Route, rate: Rate) =>
  route.unit === 'money' ? route.price : centsOfTokens(route.price, rate.tokenRate);

/**
 * Every way to unlock an item, cheapest first. Options with equal prices keep the order of the access rule.
 */
export const accessOptions = (access: AccessView, rate: Rate): AccessOption[] =>
  access.routes
    .map((route) => ({ need: route.need, label: formatRoute(route, rate), cents: toCents(route, rate) }))
    .sort((a, b) => a.cents - b.cents);

/** What this viewer pays, in tokens: less than the full price if they already own some of the files. */
export const purchasePrice = ({
  price,
  access,
}: {
  readonly price: Tokens;
  readonly access: AccessView;
}): number => access.routes.find(({ need }) => need === 'purchase')?.price ?? price;

/** "8 photos · 2 videos · 3:12", or an empty string for a post without media. */
export const mediaText = ({ photos, videos, audios, duration }: Post['media']): string =>
  [
    photos > 0 && plural(photos, 'photo'),
    videos > 0 && plural(videos, 'video'),
    audios > 0 && plural(audios, 'recording'),
    duration > 0 && formatDuration(duration),
  ]
    .filter(Boolean)
    .join(' · ');

/** A post as it is sold to this viewer. */
export const soldPost = (post: Pick<Post, '_id' | 'price' | 'access' | 'media' | 'performer'>): SoldItem => ({
  kind: 'post',
  _id: post._id,
  price: purchasePrice(post),
  inside: mediaText(post.media),
  performer: post.performer,
});

/** Why an item is locked, as a sentence to show above the ways to unlock it. */
export function closedText({ reason, routes }: AccessView, name: string): string {
  if (reason === 'unpublished') return 'This isn’t available anymore.';
  if (reason === 'locked' && routes.length === 0) return `${name} hasn’t opened subscriptions yet.`;
  if (reason === 'blocked' || reason === 'country' || routes.length === 0)
    return 'This isn’t available to you.';
  const needs = new Set(routes.map((route) => route.need));
  if (!needs.has('purchase'))
    return needs.has('follow') ? `For followers of ${name}` : `For subscribers of ${name}`;
  return needs.size > 1 ? `Subscribe to ${name} or unlock separately` : 'Sold separately';
}
