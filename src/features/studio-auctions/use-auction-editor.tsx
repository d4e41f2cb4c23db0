import { useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '#config/limits';
import type { Auction, AuctionCreate } from '#contract/auctions';
import { problemMessage } from '#lib/problem';
import { keptUpload } from '#parts/upload-items';
import { useUploads } from '#parts/use-uploads';
import { createFile } from '#services/files';
import { useApi } from '#state/hooks';
import {
  type AuctionErrors,
  type AuctionValues,
  auctionErrors,
  bodyOf,
  emptyAuction,
  valuesOf,
} from './auction-values.tsx';

export interface AuctionEditorWorld {
  /** Null for a new one. */
  readonly auction: Auction | null;
  /** On the button. */
  readonly action: string;
  readonly save: (body: AuctionCreate) => Promise<void>;
}

/** The pictures: into the cloud storage, then a file each. */
function usePictures(auction: Auction | null) {
  const api = useApi();
  return useUploads({
    initial: auction?.images.map(keptUpload),
    max: limits.auction.images,
    send: async (file, { onProgress, signal, customData }) => {
      const object = await api.cloudUpload(file, { onProgress, signal });
      return createFile(api, { type: 'auction-image', ...object, customData: JSON.stringify(customData) });
    },
  });
}

/** State of the auction editor. Nothing typed is lost by a refusal. */
export function useAuctionEditor({ auction, save }: AuctionEditorWorld) {
  const [values, setValues] = useState(() => (auction ? valuesOf(auction) : emptyAuction(Date.now())));
  const [errors, setErrors] = useState<AuctionErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const pictures = usePictures(auction);
  const set = (change: Partial<AuctionValues>) => {
    setValues((now) => ({ ...now, ...change }));
    setErrors({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    const found = auctionErrors(
      values,
      { count: pictures.items.length, busy: pictures.busy, failed: pictures.failed },
      Date.now(),
    );
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      await save(bodyOf(values, pictures.fileIds));
    } catch (caught) {
      setProblem(problemMessage(caught));
    }
    setSaving(false);
  };
  return { values, set, errors, problem, saving, pictures, submit: (event: FormEvent) => void submit(event) };
}
