import { useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { Auction, AuctionCreate } from '#contract/trade/auctions.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import { sendToCloud } from '#components/base/files/send-file.ts';
import { savedUpload } from '#components/base/files/upload-items.ts';
import { useUploads } from '#components/base/files/use-uploads.ts';
import { useArrivalOfFiles, useAfterUpload } from '#components/base/files/use-after-upload.tsx';
import { useApi } from '#state/hooks.ts';
import {
  type AuctionErrors,
  type AuctionValues,
  auctionErrors,
  bodyOf,
  emptyAuction,
  valuesOf,
} from './auction-values.ts';

export interface AuctionEditorProps {
  /** Null for a new auction. */
  readonly auction: Auction | null;
  /** Label of the submit button. */
  readonly action: string;
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
  const { values, setValues, forget } = useDraftValues<AuctionValues>('auction', {
    isNew: auction === null,
    first: () => (auction ? valuesOf(auction) : emptyAuction(Date.now())),
  });
  const [errors, setErrors] = useState<AuctionErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const pictures = usePictures(auction);
  const set = (change: Partial<AuctionValues>) => {
    setValues((now) => ({ ...now, ...change }));
    setErrors({});
  };
  const arrival = useArrivalOfFiles<undefined>();
  const submit = async () => {
    if (saving) return;
    arrival.clear();
    const found = auctionErrors(
      values,
      { count: pictures.items.length, failed: pictures.failed },
      Date.now(),
    );
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    if (pictures.busy) return arrival.wait(undefined);
    setSaving(true);
    try {
      await save(bodyOf(values, pictures.fileIds, auction));
      forget();
    } catch (caught) {
      setProblem(problemMessage(caught));
    }
    setSaving(false);
  };
  useAfterUpload(arrival, pictures.busy, () => void submit());
  return {
    values,
    set,
    errors,
    problem,
    saving: saving || arrival.waiting !== null,
    onStopWaiting: arrival.stop,
    pictures,
    submit: (event: FormEvent) => (event.preventDefault(), void submit()),
  };
}
