import type { DecisionRow } from './effects.ts';

/** Months during which a decision can be appealed, as the Digital Services Act asks. */
const MONTHS = 6;

/**
 * Until when a decision can be appealed; null for one that can't be. A refund has moved money, so it isn't taken back
 * by an appeal.
 */
export function appealBy({ action, state, decidedAt }: DecisionRow): Date | null {
  if (state !== 'in-force' || decidedAt === null || action === 'dismiss' || action === 'refund') return null;
  const end = new Date(decidedAt);
  end.setUTCMonth(end.getUTCMonth() + MONTHS);
  return end;
}
