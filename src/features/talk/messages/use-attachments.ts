import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { savedUpload, type UploadItem } from '#components/base/files/upload-items.ts';
import { isVideoFile } from '#state/messages/outbox/video-file.ts';
import { useUploads } from '#components/base/files/use-uploads.ts';
import { sendVideo } from '#services/http/large-videos.ts';
import { uploadMessagePhoto, uploadMessageVideo } from '#services/talk/messages/messages.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import type { Tokens } from '#lib/units.ts';

/** Parses a price in whole tokens; 0 for an empty field, null if it is invalid or too high. */
export function readPrice(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  const price = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return price <= limits.itemPrice.max ? price : null;
}

/** The file of an upload that failed for lack of a connection, or waits for one. */
const waitingFile = ({ state, isOffline, isPaused, file }: UploadItem): File | null =>
  (state === 'failed' && isOffline) || (state === 'uploading' && isPaused) ? file : null;

/** The uploads of a message's photos and videos. Creators' videos may be larger. */
function useMessageUploads(saved: readonly FileView[]) {
  const api = useApi();
  const isCreator = useAppSelector(selectAuthUser)?.isPerformer === true;
  return useUploads({
    max: limits.photosPerPost,
    initial: saved.map(savedUpload),
    maxBytes: isCreator ? limits.upload.largestBytes : limits.upload.videoBytes,
    send: (file, { onPause, ...sending }) =>
      isVideoFile(file)
        ? sendVideo(api, uploadMessageVideo, { file, onPause, ...sending })
        : uploadMessagePhoto(api, { files: { file }, body: {}, ...sending }),
  });
}

/** Photos and videos for a message, and their price; `saved` are those of one that was scheduled. */
export function useAttachments(saved?: { readonly files: readonly FileView[]; readonly price: Tokens }) {
  const [price, setPrice] = useState(saved?.price ? String(saved.price) : '');
  const uploads = useMessageUploads(saved?.files ?? []);
  const { items, handOver } = uploads;
  const tokens = readPrice(price);
  const isPriced = items.length === 0 || tokens !== null;
  return {
    uploads,
    price,
    setPrice,
    /** True once all files have been processed and the price is valid. */
    ready: items.every(({ state }) => state === 'ready') && isPriced,
    /** The same, but files may also wait for a connection. */
    isSendable: items.every((item) => item.state === 'ready' || waitingFile(item)) && isPriced,
    /** Files that are uploaded when the connection is back, with their places. */
    blobs: items.flatMap((item, at) => {
      const file = waitingFile(item);
      return file ? [{ file, at }] : [];
    }),
    files: items.flatMap(({ view }) => (view ? [view] : [])),
    tokens: items.length > 0 ? (tokens ?? 0) : 0,
    /** Clears the attachments after they were sent. */
    clear: () => {
      handOver();
      setPrice('');
    },
  };
}
export type AttachmentsState = ReturnType<typeof useAttachments>;
