import { clockTime, exactTime } from '#lib/format-time.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Row } from '#ui/layout/stack.tsx';
import styles from './studio.module.css';
import type { useUnsavedChanges } from './use-unsaved-changes.ts';

const formatSavedTime = (at: string): string =>
  new Date(at).toDateString() === new Date().toDateString() ? clockTime(new Date(at)) : exactTime(at);

export interface UnsavedNoticeProps {
  readonly unsaved: Pick<
    ReturnType<typeof useUnsavedChanges>,
    'offered' | 'isChanged' | 'restore' | 'discard'
  >;
  /** When the post was saved last. */
  readonly updatedAt: string;
}

function describeChanges({ isChanged, offered }: UnsavedNoticeProps['unsaved']): string {
  if (isChanged) return 'Unsaved changes are kept on this device.';
  return offered ? 'This is the post as it was saved.' : 'No unsaved changes.';
}

/** Says whether there are unsaved changes, and offers those of an earlier visit. */
export const UnsavedNotice = ({ unsaved, updatedAt }: UnsavedNoticeProps) => (
  <>
    {unsaved.offered ? (
      <Notice
        announce
        title={`You have unsaved changes from ${formatSavedTime(unsaved.offered.at)}`}
        action={
          <Row>
            <Button onClick={unsaved.restore}>Restore</Button>
            <Button variant="quiet" onClick={unsaved.discard}>
              Discard
            </Button>
          </Row>
        }
      >
        {unsaved.offered.basis === updatedAt
          ? 'They’re kept on this device only.'
          : 'The post has been saved since. Restoring them replaces the saved version.'}
      </Notice>
    ) : null}
    <p role="status" className={styles.draftStatus}>
      {describeChanges(unsaved)}
    </p>
  </>
);
