import type { Ctx } from '../../../kernel/context.ts';
import { type Finding, findBrokenRules } from './ledger-rules-query.ts';

/** Recomputes everything from the postings. Returns at most 20 findings per rule; none if it all adds up. */
export const checkLedger = (ctx: Ctx): Promise<Finding[]> => findBrokenRules(ctx.db);
