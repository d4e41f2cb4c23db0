import { routes } from '#config/routes.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { putBackAuction, takeDownAuction } from '../../trade/auctions/taking-down.ts';
import type { AuctionRow } from '../../trade/auctions/rules.ts';
import { putBackComment, takeDownComment } from '../../content/community/comment-mutations.ts';
import { putBackMessage, takeDownMessage } from '../../talk/messages/taking-down.ts';
import type { ItemRow, ItemStates, TakenDownState } from '../../content/media-items/item-states.ts';
import { postStates } from '../../content/posts/states.ts';
import { mediaItemStates } from '../../content/publishing/media-item-states.ts';
import { productStates } from '../../trade/shop/product-states.ts';
import { putBackStreamMessage, takeDownStreamMessage } from '../../talk/streams/chat/moderating.ts';
import { putBackStream, takeDownStream } from '../../talk/streams/public/taking-down.ts';

/** What has to be known to put something back. */
export interface Before {
  readonly state?: string;
  readonly text?: string;
  /** An earlier decision had removed it, so it is more than hidden. */
  readonly wasRemoved?: boolean;
  /** Its owner had deleted it, so there is nothing to put back. */
  readonly wasGone?: boolean;
  /** A stream's recording, which goes with it. */
  readonly replay?: { readonly id: string; readonly state: string };
}
interface Putting {
  readonly from: TakenDownState;
  readonly before: Before;
}

interface Target {
  /** In messages: "your post". */
  readonly word: string;
  /** Takes it down; null when there is nothing to take down anymore. */
  takeDown(tx: Ctx, id: string, next: TakenDownState): Promise<Before | null>;
  /** Puts it back as it was; false when that isn't possible anymore. */
  putBack(tx: Ctx, id: string, putting: Putting): Promise<boolean>;
}

const asState = (state: string | null): Before | null => (state === null ? null : { state });

/** An item whose state says whether it is out of sight. */
const item = (word: string, states: ItemStates<ItemRow>): Target => ({
  word,
  takeDown: async (tx, id, next) => asState(await states.takeDown(tx, id, next)),
  putBack: (tx, id, { from, before }) => states.putBack(tx, id, { from, to: before.state ?? from }),
});

const stream: Target = {
  word: 'stream',
  async takeDown(tx, id, next) {
    const row = await takeDownStream(tx, id);
    if (!row) return null;
    if (row.replayVideoId === null) return { state: row.state };
    const state = await mediaItemStates.video.takeDown(tx, row.replayVideoId, next);
    return { state: row.state, ...(state === null ? {} : { replay: { id: row.replayVideoId, state } }) };
  },
  async putBack(tx, id, { from, before }) {
    if (before.state !== 'ended') return false;
    const { replay } = before;
    if (replay)
      await mediaItemStates.video.putBack(tx, replay.id, { from, to: replay.state as MediaItemState });
    return putBackStream(tx, id);
  },
};

/** Everything that can be taken down. An account can only be suspended. */
export const targets: Readonly<Record<Exclude<ReportTarget, 'account'>, Target>> = {
  feed: item('post', postStates),
  video: item('video', mediaItemStates.video),
  gallery: item('gallery', mediaItemStates.gallery),
  photo: item('photo', mediaItemStates.photo),
  product: item('product', productStates),
  auction: {
    word: 'auction',
    takeDown: async (tx, id) => asState(await takeDownAuction(tx, id)),
    putBack: (tx, id, { before }) => putBackAuction(tx, id, before.state as AuctionRow['state']),
  },
  stream,
  comment: {
    word: 'comment',
    async takeDown(tx, id) {
      const text = await takeDownComment(tx, id);
      return text === null ? null : { text };
    },
    putBack: (tx, id, { before }) => putBackComment(tx, id, before.text ?? ''),
  },
  message: {
    word: 'message',
    async takeDown(tx, id) {
      return (await takeDownMessage(tx, id)) || (await takeDownStreamMessage(tx, id)) ? {} : null;
    },
    putBack: async (tx, id) => (await putBackMessage(tx, id)) || putBackStreamMessage(tx, id),
  },
};

export const targetWord = (type: ReportTarget): string =>
  type === 'account' ? 'account' : targets[type].word;

const pages: Partial<Record<ReportTarget, (id: string) => string>> = {
  account: routes.profile,
  feed: routes.feed,
  video: routes.video,
  gallery: routes.gallery,
  product: routes.product,
  auction: routes.auction,
  stream: routes.stream,
};
/** Where the target is shown; null for what has no page of its own. */
export const targetPage = (type: ReportTarget, id: string): string | null => pages[type]?.(id) ?? null;
