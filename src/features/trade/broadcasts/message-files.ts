import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { savedUpload } from '#components/base/files/upload-items.ts';
import { useUploads } from '#components/base/files/use-uploads.ts';
import { sendVideo } from '#services/http/large-videos.ts';
import { uploadMessagePhoto, uploadMessageVideo } from '#services/talk/messages/messages.ts';
import { useApi } from '#state/hooks.ts';

/** 0 for an empty field, null for anything that isn't a price. */
export function parsePrice(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  const price = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return price <= limits.itemPrice.max ? price : null;
}

const isVideo = (file: File): boolean =>
  file.type.startsWith('video/') || /\.(mp4|m4v|webm|mov)$/i.test(file.name);

/** The photos and videos of a message to fans. */
export function useMessageFiles(saved: readonly FileView[]) {
  const api = useApi();
  return useUploads({
    max: limits.photosPerPost,
    initial: saved.map(savedUpload),
    maxBytes: limits.upload.largestBytes,
    send: (file, { onPause, ...sending }) =>
      isVideo(file)
        ? sendVideo(api, uploadMessageVideo, { file, onPause, ...sending })
        : uploadMessagePhoto(api, { files: { file }, body: {}, ...sending }),
  });
}
