import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

/** What was asked for while files were on their way, and waits for them; null where nothing waits. */
export interface Arrival<Asked> {
  readonly waiting: { readonly asked: Asked } | null;
  readonly wait: (asked: Asked) => void;
  readonly clear: () => void;
  /** Calls it off; null where there is nothing to call off. */
  readonly stop: (() => void) | null;
}

export function useArrivalOfFiles<Asked>(): Arrival<Asked> {
  const [waiting, setWaiting] = useState<Arrival<Asked>['waiting']>(null);
  const clear = () => setWaiting(null);
  return { waiting, wait: (asked) => setWaiting({ asked }), clear, stop: waiting ? clear : null };
}

/**
 * Saves as was asked once the files have arrived, or have failed, which `save` then says. `save` begins by
 * clearing what waits.
 */
export function useAfterUpload<Asked>(
  { waiting }: Arrival<Asked>,
  onTheirWay: boolean,
  save: (asked: Asked) => void,
): void {
  const go = useEffectEvent(save);
  useEffect(() => {
    if (waiting && !onTheirWay) go(waiting.asked);
  }, [waiting, onTheirWay]);
}

/** Says that saving waits for files, and calls it off. */
export const SavingSoon = ({ onStop }: { onStop: (() => void) | null | undefined }) =>
  onStop ? (
    <Notice announce action={<Button onClick={onStop}>Keep editing</Button>}>
      Saving as soon as every file has been uploaded.
    </Notice>
  ) : null;
