import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { AttachmentsState } from '../use-attachments.ts';

const nothing = () => undefined;

/** What there is before a file is picked; `add` is given by the hook. */
const none: AttachmentsState = {
  uploads: {
    items: [],
    max: limits.photosPerPost,
    beyond: [],
    add: nothing,
    take: nothing,
    retry: nothing,
    remove: nothing,
    handOver: nothing,
    move: nothing,
    describe: nothing,
    busy: false,
    processing: false,
    failed: false,
    fileIds: [],
    alts: {},
  },
  price: '',
  setPrice: nothing,
  ready: true,
  isSendable: true,
  blobs: [],
  files: [],
  tokens: 0,
  clear: nothing,
};

/**
 * `useAttachments` for a form in which most people attach nothing: its code loads with the first picked file.
 * Until it is there, nothing can be sent. Render an `AttachmentsHost` with `host` unless that is null.
 */
export function useLazyAttachments() {
  const [picked, setPicked] = useState<readonly File[]>([]);
  const [state, onState] = useState<AttachmentsState | null>(null);
  const add = (files: readonly File[]) => setPicked((now) => [...now, ...files]);
  const isLoading = picked.length > 0;
  const attachments: AttachmentsState = state ?? {
    ...none,
    uploads: { ...none.uploads, add },
    ready: !isLoading,
    isSendable: !isLoading,
  };
  return { attachments, host: isLoading ? { picked, onState } : null };
}
