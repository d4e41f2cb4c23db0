import { formatTokens } from '#lib/format.ts';
import type { Tokens } from '#lib/units.ts';

/** What is wrong with a typed number of tokens to refund; null if nothing is. */
export function refundAmountError(typed: string, most: Tokens): string | null {
  if (!/^\d+$/.test(typed.trim()) || Number(typed) < 1) return 'Enter a whole number of tokens.';
  return Number(typed) > most ? `You can refund up to ${formatTokens(most)}.` : null;
}
