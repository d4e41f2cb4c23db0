import { routes } from '#config/routes.ts';
import type { Obligation } from '#contract/across/leaving.ts';
import { plural } from '#lib/format.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { countAwaited, countUnsettled } from './unsettled-query.ts';

/** What others are waiting for, and where it is settled. Nobody disappears in the middle of it. */
export async function loadObligations(ctx: Ctx, accountId: string): Promise<Obligation[]> {
  const counts = await countAwaited(ctx.db, accountId);
  if (!counts) return [];
  const all: readonly (readonly [number, Obligation])[] = [
    [
      counts.orders,
      {
        code: 'orders',
        message: `You have ${plural(counts.orders, 'order')} to ship or deny.`,
        href: routes.creatorOrders,
      },
    ],
    [
      counts.problems,
      {
        code: 'orders',
        message: `You have ${plural(counts.problems, 'problem')} with orders to answer.`,
        href: routes.creatorOrders,
      },
    ],
    [
      counts.auctions,
      {
        code: 'auctions',
        message: `You have ${plural(counts.auctions, 'running auction')} with bids.`,
        href: routes.creatorAuctions,
      },
    ],
    [
      counts.bids,
      {
        code: 'bids',
        message: `You’re the highest bidder in ${plural(counts.bids, 'auction')}.`,
        href: routes.bids,
      },
    ],
    [counts.streams, { code: 'stream', message: 'You’re live.', href: routes.creatorLive }],
    [
      counts.private_hosted,
      {
        code: 'private-stream',
        message: 'You accepted a private stream that hasn’t ended.',
        href: routes.creatorPrivateStreams,
      },
    ],
    [
      counts.private_joined,
      {
        code: 'private-stream',
        message: 'Your private stream hasn’t ended.',
        href: routes.privateStreams,
      },
    ],
  ];
  return all.filter(([count]) => count > 0).map(([, obligation]) => obligation);
}

/** What has to be settled before an account goes for good: besides what others wait for, all that is still its own. */
export async function loadDebts(
  ctx: Ctx,
  accountId: string,
  { payable }: { payable: string | null },
): Promise<Obligation[]> {
  const counts = await countUnsettled(ctx.db, accountId);
  const { bought = 0, shipped = 0, payouts = 0, operator = 0 } = counts ?? {};
  const all: readonly (readonly [boolean, Obligation])[] = [
    [
      bought > 0,
      {
        code: 'purchases',
        message: `You’re waiting for ${plural(bought, 'order')}.`,
        href: routes.orders,
      },
    ],
    [
      shipped > 0,
      {
        code: 'orders',
        message: `You shipped ${plural(shipped, 'order')} that ${shipped === 1 ? 'hasn’t' : 'haven’t'} been delivered.`,
        href: `${routes.creatorOrders}?state=shipped`,
      },
    ],
    [payouts > 0, { code: 'payout', message: 'A payout to you is under way.', href: routes.creatorPayouts }],
    [
      payable !== null && payouts === 0,
      {
        code: 'earnings',
        message: `You have ${payable ?? ''} of earnings that can be paid out.`,
        href: routes.creatorPayouts,
      },
    ],
    [
      operator > 0,
      {
        code: 'operator',
        message: 'You’re an operator of this site. Have yourself removed from its operators first.',
        href: routes.contact,
      },
    ],
  ];
  return [
    ...(await loadObligations(ctx, accountId)),
    ...all.filter(([is]) => is).map(([, obligation]) => obligation),
  ];
}
