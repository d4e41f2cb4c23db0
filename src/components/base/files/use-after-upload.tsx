import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

/** A save that was requested during an upload and waits for it. `waiting` is null if nothing waits. */
export interface Arrival<Asked> {
  readonly waiting: { readonly requestedState: Asked } | null;
  readonly wait: (asked: Asked) => void;
  readonly clear: () => void;
  /** Cancels the pending save; null if there is none. */
  readonly stop: (() => void) | null;
}

export function useArrivalOfFiles<Asked>(): Arrival<Asked> {
  const [waiting, setWaiting] = useState<Arrival<Asked>['waiting']>(null);
  const clear = () => setWaiting(null);
  return {
    waiting,
    wait: (asked) => setWaiting({ requestedState: asked }),
    clear,
    stop: waiting ? clear : null,
  };
}

/**
 * Runs a pending save once every upload has finished or failed; `save` reports failures. `save` must begin by
 * clearing the pending request.
 */
export function useAfterUpload<Asked>(
  { waiting }: Arrival<Asked>,
  onTheirWay: boolean,
  save: (asked: Asked) => void,
): void {
  const go = useEffectEvent(save);
  useEffect(() => {
    if (waiting && !onTheirWay) go(waiting.requestedState);
  }, [waiting, onTheirWay]);
}

/** Says that saving waits for uploads, with a button to cancel it. */
export const SavingSoon = ({ onStop }: { onStop: (() => void) | null | undefined }) =>
  onStop ? (
    <Notice announce action={<Button onClick={onStop}>Keep editing</Button>}>
      Saving as soon as every file has been uploaded.
    </Notice>
  ) : null;
