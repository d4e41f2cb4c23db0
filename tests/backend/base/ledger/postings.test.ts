import { expect, test } from 'vitest';
import {
  cardSalePostings,
  holdPostings,
  spendPostings,
  topUpPostings,
} from '#backend/domain/base/ledger/postings.ts';

// 20 tokens per 1.00, and 20% commission.
const terms = { tokenRate: 20, commissionBps: 2_000 };

test("a top-up: the card's money pays for the tokens, and any value beyond it is the site's gift", () => {
  expect(topUpPostings({ accountId: 'fan', amount: 1_000, tokens: 210, tokenRate: 20 })).toEqual([
    { site: 'gateway', amount: -1_000 },
    { site: 'promotion', amount: -50 },
    { site: 'exchangeMoney', amount: 1_050 },
    { site: 'exchangeTokens', amount: -210 },
    { kind: 'wallet', ownerId: 'fan', amount: 210 },
  ]);
});

test("a purchase: the fan's tokens become the creator's earnings and the site's share", () => {
  expect(spendPostings({ accountId: 'fan', performerId: 'creator', tokens: 101, ...terms })).toEqual([
    { kind: 'wallet', ownerId: 'fan', amount: -101 },
    { site: 'exchangeTokens', amount: 101 },
    { site: 'exchangeMoney', amount: -505 },
    { kind: 'earnings', ownerId: 'creator', amount: 404 },
    { site: 'commission', amount: 101 },
  ]);
});

test('a card sale: shares are based on the full price, the site bears a discount, and without one there is no posting for it', () => {
  expect(cardSalePostings({ performerId: 'creator', amount: 999, commissionBps: 2_000 })).toEqual([
    { site: 'gateway', amount: -999 },
    { kind: 'earnings', ownerId: 'creator', amount: 799 },
    { site: 'commission', amount: 200 },
  ]);
  expect(
    cardSalePostings({ performerId: 'creator', amount: 799, discount: 200, commissionBps: 2_000 }),
  ).toEqual([
    { site: 'gateway', amount: -799 },
    { site: 'promotion', amount: -200 },
    { kind: 'earnings', ownerId: 'creator', amount: 799 },
    { site: 'commission', amount: 200 },
  ]);
});

test('a bid: tokens move from one side of the wallet to the other, and back', () => {
  const [held, back] = [
    holdPostings({ accountId: 'fan', tokens: 30 }),
    holdPostings({ accountId: 'fan', tokens: -30 }),
  ];
  expect(held).toEqual([
    { kind: 'wallet', ownerId: 'fan', amount: -30 },
    { kind: 'wallet_held', ownerId: 'fan', amount: 30 },
  ]);
  expect(back).toEqual([
    { kind: 'wallet', ownerId: 'fan', amount: 30 },
    { kind: 'wallet_held', ownerId: 'fan', amount: -30 },
  ]);
});
