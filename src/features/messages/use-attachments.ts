import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { savedUpload } from '#components/files/upload-items.ts';
import { useUploads } from '#components/files/use-uploads.ts';
import { uploadMessagePhoto, uploadMessageVideo } from '#services/messages.ts';
import { useApi } from '#state/hooks.ts';
import type { Tokens } from '#lib/units.ts';

const isVideo = (file: File): boolean =>
  file.type.startsWith('video/') || /\.(mp4|m4v|webm|mov)$/i.test(file.name);

/** Parses a price in whole tokens; 0 for an empty field, null if it is invalid or too high. */
export function readPrice(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  const price = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return price <= limits.itemPrice.max ? price : null;
}

/** Photos and videos for a message, and their price; `saved` are those of one that was scheduled. */
export function useAttachments(saved?: { readonly files: readonly FileView[]; readonly price: Tokens }) {
  const api = useApi();
  const [price, setPrice] = useState(saved?.price ? String(saved.price) : '');
  const uploads = useUploads({
    max: limits.photosPerPost,
    initial: saved?.files.map(savedUpload) ?? [],
    send: (file, sending) =>
      (isVideo(file) ? uploadMessageVideo : uploadMessagePhoto)(api, {
        files: { file },
        body: {},
        ...sending,
      }),
  });
  const { items, remove } = uploads;
  const tokens = readPrice(price);
  return {
    uploads,
    price,
    setPrice,
    /** True once all files have been processed and the price is valid. */
    ready: items.every(({ state }) => state === 'ready') && (items.length === 0 || tokens !== null),
    files: items.flatMap(({ view }) => (view ? [view] : [])),
    tokens: items.length > 0 ? (tokens ?? 0) : 0,
    /** Clears the attachments after they were sent. */
    clear: () => {
      for (const item of items) remove(item);
      setPrice('');
    },
  };
}
export type AttachmentsState = ReturnType<typeof useAttachments>;
