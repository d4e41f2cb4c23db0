import { limits } from '#config/limits.ts';
import type { Auction, AuctionCreate } from '#contract/trade/auctions.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import { sendToCloud } from '#components/base/files/send-file.ts';
import { savedUpload } from '#components/base/files/upload-items.ts';
import { useUploads } from '#components/base/files/use-uploads.ts';
import type { RequestedState } from '#components/content/studio/editor-actions.ts';
import { useApi } from '#state/hooks.ts';
import { useForm } from '#ui/forms/use-form.ts';
import {
  type AuctionField,
  type AuctionValues,
  auctionErrors,
  toAuctionBody,
  emptyAuction,
  toAuctionValues,
} from './auction-values.ts';

export interface AuctionEditorProps {
  /** Null for a new auction. */
  readonly auction: Auction | null;
  readonly save: (body: AuctionCreate) => Promise<void>;
}

/** Uploads pictures to cloud storage and creates a file record for each. */
function usePictures(auction: Auction | null) {
  const api = useApi();
  return useUploads({
    initial: auction?.images.map(savedUpload),
    max: limits.auction.images,
    send: (file, sending) => sendToCloud(api, 'auction-image', { file, sending }),
  });
}

/** State of the auction editor. Input is kept if the server rejects it. */
export function useAuctionEditor({ auction, save }: AuctionEditorProps) {
  const { forget, ...store } = useDraftValues<AuctionValues>('auction', {
    isNew: auction === null,
    first: () => (auction ? toAuctionValues(auction) : emptyAuction(Date.now())),
  });
  const pictures = usePictures(auction);
  const form = useForm<AuctionValues, RequestedState, AuctionField>({
    initial: store.values,
    store,
    apiNames: { imageIds: 'images' },
    isUploading: pictures.busy,
    check: (now) => auctionErrors(now, { count: pictures.items.length, failed: pictures.failed }, Date.now()),
    submit: async (now) => {
      await save(toAuctionBody(now, pictures.fileIds, auction));
      forget();
    },
  });
  return { form, pictures };
}
