import { z } from 'zod';
import type { WalletName as Name } from '#lib/card-text.ts';

/** Keeps cards on a device or in an account, so that nothing is typed to pay. */
export const Wallet = z.enum(['apple_pay', 'google_pay', 'link'] satisfies Name[]);
export type Wallet = z.infer<typeof Wallet>;

/** What a card is called and when it expires. A Link account has no number and doesn't expire. */
export const CardFacts = z.object({
  brand: z.string().describe('Such as `visa`; `link` for a Link account.'),
  last4: z.string().describe('Empty for a Link account.'),
  expMonth: z.int().nullable().describe('Month the card expires, 1 to 12. Null for a Link account.'),
  expYear: z.int().nullable().describe('Year the card expires, with four digits. Null for a Link account.'),
  wallet: Wallet.nullable().describe('The wallet that it was added from. Null for a card that was typed.'),
});

export type CardFacts = z.infer<typeof CardFacts>;
