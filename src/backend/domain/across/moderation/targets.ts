import { routes } from '#config/routes.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { ReportTarget } from '#contract/across/reports.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { putBackAuction, takeDownAuction } from '../../trade/auctions/taking-down.ts';
import type { AuctionRow } from '../../trade/auctions/rules.ts';
import { putBackComment, takeDownComment } from '../../content/community/comment-mutations.ts';
import { putBackMessage, takeDownMessage } from '../../talk/messages/taking-down.ts';
import { type PostRecord, putBackPost, takeDownPost } from '../../content/posts/states.ts';
import { putBackMediaItem, takeDownMediaItem } from '../../content/publishing/state-machine.ts';
import { putBackProduct, takeDownProduct } from '../../trade/shop/product-states.ts';
import { putBackStreamMessage, takeDownStreamMessage } from '../../talk/streams/chat/moderating.ts';
import { putBackStream, takeDownStream } from '../../talk/streams/public/taking-down.ts';

/** How an item is out of sight: for now, restorable and still its creator's to see, or gone from their lists too. */
export type TakenDown = 'archived' | 'removed';
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
  readonly from: TakenDown;
  readonly before: Before;
}

interface Target {
  /** In messages: "your post". */
  readonly word: string;
  /** Takes it down; null when there is nothing to take down anymore. */
  takeDown(tx: Ctx, id: string, next: TakenDown): Promise<Before | null>;
  /** Puts it back as it was; false when that isn't possible anymore. */
  putBack(tx: Ctx, id: string, putting: Putting): Promise<boolean>;
}

const asState = (state: string | null): Before | null => (state === null ? null : { state });

const mediaItem = (kind: 'video' | 'gallery' | 'photo'): Target => ({
  word: kind,
  takeDown: async (tx, id, next) => asState(await takeDownMediaItem(tx, { kind, id }, next)),
  putBack: (tx, id, { from, before }) =>
    putBackMediaItem(tx, { kind, id }, { from, to: before.state as MediaItemState }),
});

const stream: Target = {
  word: 'stream',
  async takeDown(tx, id, next) {
    const row = await takeDownStream(tx, id);
    if (!row) return null;
    if (row.replayVideoId === null) return { state: row.state };
    const state = await takeDownMediaItem(tx, { kind: 'video', id: row.replayVideoId }, next);
    return { state: row.state, ...(state === null ? {} : { replay: { id: row.replayVideoId, state } }) };
  },
  async putBack(tx, id, { from, before }) {
    if (before.state !== 'ended') return false;
    const { replay } = before;
    if (replay)
      await putBackMediaItem(
        tx,
        { kind: 'video', id: replay.id },
        { from, to: replay.state as MediaItemState },
      );
    return putBackStream(tx, id);
  },
};

/** Everything that can be taken down. An account can only be suspended. */
export const targets: Readonly<Record<Exclude<ReportTarget, 'account'>, Target>> = {
  feed: {
    word: 'post',
    takeDown: async (tx, id, next) => asState(await takeDownPost(tx, id, next)),
    putBack: (tx, id, { from, before }) =>
      putBackPost(tx, id, { from, to: before.state as PostRecord['state'] }),
  },
  video: mediaItem('video'),
  gallery: mediaItem('gallery'),
  photo: mediaItem('photo'),
  product: {
    word: 'product',
    takeDown: async (tx, id, next) => asState(await takeDownProduct(tx, id, next)),
    putBack: (tx, id, { from, before }) =>
      putBackProduct(tx, id, { from, to: before.state as 'draft' | 'published' | 'archived' | 'removed' }),
  },
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
