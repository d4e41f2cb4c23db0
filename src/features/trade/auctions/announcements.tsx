import { useState } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { formatTokens } from '#lib/format.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';

const minuteMs = 60_000;

/** Whether the viewer is the highest bidder. */
const leadText = ({ leader, ownBid }: Auction): string =>
  leader?.isYou ? 'You’re the highest bidder.' : ownBid ? 'You were outbid.' : '';
/** A bid may arrive as two events: first for everyone, then for its bidder. */
const sameLead = (a: Auction, b: Auction): boolean =>
  a.bidCount === b.bidCount && a.leader?.isYou === b.leader?.isYou;

/** What to announce to screen readers after an update; empty if nothing. The countdown is never announced. */
export function announcement(before: Auction, now: Auction): string {
  if (now.state !== before.state && (now.state === 'sold' || now.state === 'unsold'))
    return now.state === 'sold'
      ? `Sold for ${formatTokens(now.currentPrice ?? 0)}.`
      : 'The auction ended without a sale.';
  if (sameLead(before, now)) return '';
  const extended = now.effectiveEndAt === before.effectiveEndAt ? '' : ' The end time has moved.';
  return `Highest bid ${formatTokens(now.currentPrice ?? 0)}. ${leadText(now)}${extended}`.trim();
}

/** Announces price changes, the last minute and the result, each once. */
export function Announcements({ auction, left }: { auction: Auction; left: number }) {
  const isLast = left > 0 && left <= minuteMs;
  const [seen, setSeen] = useState({ auction, isLast, text: '' });
  if (seen.auction !== auction || seen.isLast !== isLast) {
    const said =
      announcement(seen.auction, auction) ||
      (isLast && !seen.isLast ? 'Less than a minute left.' : seen.text);
    setSeen({ auction, isLast, text: said });
  }
  return <VisuallyHidden role="status">{seen.text}</VisuallyHidden>;
}
