import { countDays, plusDays } from '#lib/utc-days.ts';
import { momentsIn } from '#lib/zone-days.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { viewerZone } from '../../../kernel/local-days.ts';
import { invalid } from '../../../kernel/errors.ts';

/** Days of the viewer's, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const mostDays = 3_660;
/** Before this, nothing was counted, and PostgreSQL’s and our days begin to differ. */
const firstDay = '1980-01-01';

/** @throws AppError 422 when there are none, or too many. */
export function checkDays({ from, to }: Days): Days {
  if (from < firstDay || from > to) throw invalid('from', 'The first day has to be before the last.');
  if (to > '9000-01-01' || countDays(from, to) > mostDays) throw invalid('to', 'Choose at most ten years.');
  return { from, to };
}

/** As many days before. */
export function daysBefore({ from, to }: Days): Days {
  const length = countDays(from, to);
  return { from: plusDays(from, -length), to: plusDays(from, -1) };
}

/** The moments between which the days are; the last isn’t in them. */
export const rangeTimes = (ctx: UserCtx, days: Days) => momentsIn(viewerZone(ctx), days);
