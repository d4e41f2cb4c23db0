import { and, eq, gt, lte } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { formatUtcDay } from '#lib/format-time.ts';
import { gifts } from '../../../../db/schema/promotions.ts';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { addDays } from '../../../../kernel/subscription-dates.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { loadContact } from '../effects.ts';
import type { GiftRow } from './buying.ts';

function remind(tx: Ctx, { id, giverId, months, expiresAt }: GiftRow, creator: string): Promise<void> {
  const gift = `${plural(months, 'month')} of ${creator}`;
  return notify(tx, {
    to: giverId,
    type: 'gift',
    text: `Your gift of ${gift} hasn’t been redeemed. Its link works until ${formatUtcDay(expiresAt)}; after that, you get your money back.`,
    href: routes.gifts,
    group: { key: `gift-ending:${id}` },
    once: true,
  });
}

/**
 * The job that reminds givers of gifts that end soon, once each. It looks at one day's gifts, so that what was told
 * long ago isn't looked at again.
 */
export async function remindOfGifts(ctx: Ctx): Promise<void> {
  const last = addDays(now(ctx), limits.gift.reminderDays);
  const isSoon = and(gt(gifts.expiresAt, addDays(last, -1)), lte(gifts.expiresAt, last));
  const rows = await ctx.db
    .select({ id: gifts.id })
    .from(gifts)
    .where(and(eq(gifts.state, 'open'), isSoon));
  for (const { id } of rows)
    await transaction(ctx, async (tx) => {
      const [gift] = await tx.db.select().from(gifts).where(eq(gifts.id, id)).for('update');
      if (gift?.state === 'open') await remind(tx, gift, (await loadContact(tx, gift.performerId)).name);
    });
}
