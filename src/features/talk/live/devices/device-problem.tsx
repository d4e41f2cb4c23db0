import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import type { Capture } from './use-capture.ts';

/** The button that was pressed may be far below. A lost device moves nothing under someone's hands. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Why there is no picture or sound, and another try with a device that was lost. */
export function DeviceProblem({ capture: { problem, lost, busy, choose } }: { capture: Capture }) {
  return problem ? (
    <div ref={lost ? undefined : intoView}>
      <Notice
        tone="danger"
        announce
        action={
          lost ? (
            <Button busy={busy} onClick={() => void choose(lost, null)}>
              Try again
            </Button>
          ) : null
        }
      >
        {problem}
      </Notice>
    </div>
  ) : null;
}
