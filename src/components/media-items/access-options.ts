import type { Cents, Tokens } from '#lib/units.ts';
import type { AccessView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/posts.ts';
import { centsOfTokens, formatDuration, formatMoney, plural } from '#lib/format.ts';
import { type Rate, tokensText } from '#ui/content/money.tsx';

type Route = AccessView['routes'][number];

/** One way to open a locked thing, ready for a button. */
export interface AccessOption {
  readonly need: Route['need'];
  readonly label: string;
  /** What it costs, in cents whatever the unit of its price. */
  readonly cents: Cents;
}

const labelOf = (route: Route, rate: Rate): string => {
  switch (route.need) {
    case 'follow':
      return 'Follow for free';
    case 'subscribe-free':
      return 'Subscribe for free';
    case 'subscribe':
      return `Subscribe ${formatMoney(route.price, rate.currency)} a month`;
    case 'purchase':
      return `Unlock for ${tokensText(route.price, rate)}`;
  }
};

const centsOf = (route: Route, rate: Rate) =>
  route.unit === 'money' ? route.price : centsOfTokens(route.price, rate.tokenRate);

/** Every way in, cheapest first; two of one price keep the order of the access rule. */
export const accessOptions = (access: AccessView, rate: Rate): AccessOption[] =>
  access.routes
    .map((route) => ({ need: route.need, label: labelOf(route, rate), cents: centsOf(route, rate) }))
    .sort((a, b) => a.cents - b.cents);

/** Tokens that this reader pays for it: less than its price where some of its files are theirs already. */
export const purchasePrice = ({
  price,
  access,
}: {
  readonly price: Tokens;
  readonly access: AccessView;
}): number => access.routes.find(({ need }) => need === 'purchase')?.price ?? price;

/** `8 photos · 2 videos · 3:12`, or an empty string for a post without media. */
export const mediaText = ({ photos, videos, audios, duration }: Post['media']): string =>
  [
    photos > 0 && plural(photos, 'photo'),
    videos > 0 && plural(videos, 'video'),
    audios > 0 && plural(audios, 'recording'),
    duration > 0 && formatDuration(duration),
  ]
    .filter(Boolean)
    .join(' · ');

/** Why a thing is closed, as a sentence; the ways in stand beneath. */
export function closedText({ reason, routes }: AccessView, name: string): string {
  if (reason === 'unpublished') return 'This isn’t available anymore.';
  if (reason === 'locked' && routes.length === 0)
    return `For subscribers of ${name}, who doesn’t offer subscriptions yet.`;
  if (reason === 'blocked' || reason === 'country' || routes.length === 0)
    return 'This isn’t available to you.';
  const needs = new Set(routes.map((route) => route.need));
  if (!needs.has('purchase'))
    return needs.has('follow') ? `For followers of ${name}` : `For subscribers of ${name}`;
  return needs.size > 1 ? `Included for subscribers of ${name}, or sold separately` : 'Sold separately';
}
