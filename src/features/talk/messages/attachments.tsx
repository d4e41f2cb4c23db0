import Paperclip from 'lucide-react/icons/paperclip';
import { Suspense, useRef } from 'react';
import { acceptedTypes } from '#components/base/files/accepted-types.ts';
import { IconButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { AttachmentListProps } from './attachment-list.tsx';
import type { AttachmentsState } from './use-attachments.ts';

// Loaded on demand, because most people who read a conversation attach nothing.
const AttachmentList = lazyPart(async () => (await import('./attachment-list.tsx')).AttachmentList);

/** Opens the file picker. */
export function AttachButton({ uploads }: Pick<AttachmentsState, 'uploads'>) {
  const input = useRef<HTMLInputElement>(null);
  const isFull = uploads.items.length >= uploads.max;
  return (
    <>
      <IconButton label="Add photos or videos" disabled={isFull} onClick={() => input.current?.click()}>
        <Paperclip size={20} />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Photos or videos"
        accept={`${acceptedTypes.photo},${acceptedTypes.video}`}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** The attachments of the message being written. */
export const Attachments = (props: AttachmentListProps) =>
  props.attachments.uploads.items.length === 0 ? null : (
    <Suspense fallback={null}>
      <AttachmentList {...props} />
    </Suspense>
  );
