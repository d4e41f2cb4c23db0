import { useLeaveWarning } from '#components/base/files/use-leave-warning.ts';
import { Button } from '#ui/content/button.tsx';
import styles from './account.module.css';

interface SaveBarProps {
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly onDiscard: () => void;
}

const question = 'You have unsaved changes. If you leave, they are lost.';

/**
 * The last part of a tab's form: appears above the page once something has changed, and asks before the tab or the
 * page is left.
 */
export function SaveBar({ isChanged, busy, onDiscard }: SaveBarProps) {
  useLeaveWarning(isChanged, question);
  return isChanged ? (
    <div role="group" aria-label="Unsaved changes" className={styles.saveBar}>
      <span>Unsaved changes</span>
      <Button onClick={onDiscard} disabled={busy}>
        Discard
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        Save
      </Button>
    </div>
  ) : null;
}
