import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { videos } from '../../../db/schema/videos.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, lockForSale, unlock } from '../../money/wallet/unlock.ts';
import { asItem } from './presenters.ts';

async function lockVideo(tx: UserCtx, id: string): Promise<Sellable> {
  const { row: video, creator } = await lockForSale(tx, videos, id);
  return {
    item: asItem(video),
    description: `Video by ${creator}: ${shortText(video.title, 60)}`,
    title: shortText(video.title, 120),
    href: routes.video(id),
  };
}

export const unlockVideo = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'video', lock: lockVideo });
