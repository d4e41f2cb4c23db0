import type { LiveRoute } from '#contract/registry';
import { moneyRows } from './rows-money.ts';
import { peopleRows } from './rows-people.ts';
import { postRows } from './rows-posts.ts';
import { siteRows } from './rows-site.ts';
import { talkRows } from './rows-talk.ts';
import type { Row } from './row.ts';

/**
 * Who may do what: a row an operation (or several, where the thing addressed can be in several states), a column an identity.
 * The answers are those of the product page, written before looking at what the code does. A live operation without a row doesn't compile.
 */
export const matrix: Record<LiveRoute, readonly Row[]> = { ...peopleRows, ...postRows, ...moneyRows, ...talkRows, ...siteRows };
