import { expect, expectTypeOf, test } from 'vitest';
import { formatMoney, formatTokens } from '#lib/format.ts';
import type { Cents, Tokens } from '#lib/units.ts';
import type { SpendCaps } from '#contract/money/wallet.ts';
import type { Transaction } from '#contract/money/payments.ts';

const price: Cents = 999;
const balance: Tokens = 120;

test('the compiler rejects an amount of one unit where another is expected', () => {
  // @ts-expect-error cents aren't tokens
  expect(formatTokens(price)).toBe('999 tokens');
  // @ts-expect-error tokens aren't cents
  expect(formatMoney(balance)).toBe('$1.20');
});

test('a plain number and a sum fit either', () => {
  expect(formatMoney(price + 1)).toBe('$10.00');
  expect(formatTokens(1)).toBe('1 token');
});

test('replies of the contract declare their units', () => {
  expectTypeOf<SpendCaps['spent']>().toEqualTypeOf<Cents>();
  expectTypeOf<Transaction['amount']>().toEqualTypeOf<Cents>();
});
