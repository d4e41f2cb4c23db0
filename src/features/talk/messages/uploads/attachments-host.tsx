import { memo, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type AttachmentsState, useAttachments } from '../use-attachments.ts';

interface AttachmentsHostProps {
  /** The files picked before this was loaded. */
  readonly picked: readonly File[];
  /** Called with every new state. Must be stable. */
  readonly onState: (state: AttachmentsState) => void;
}

/** Runs the uploads of the message form, which passes on the first files that are picked. */
export const AttachmentsHost = memo(function AttachmentsHost({ picked, onState }: AttachmentsHostProps) {
  const attachments = useAttachments();
  const taken = useRef(false);
  const take = useEffectEvent(() => {
    if (!taken.current) attachments.uploads.add(picked);
    taken.current = true;
  });
  useLayoutEffect(() => onState(attachments), [attachments, onState]);
  useLayoutEffect(() => take(), []);
  return null;
});
