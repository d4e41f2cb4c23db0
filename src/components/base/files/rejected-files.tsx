import type { UploadsState } from './use-uploads.ts';
import styles from './uploads.module.css';

/** Lists the picked files that exceeded the limit. */
export const RejectedFiles = ({
  uploads: { max, beyond },
}: {
  uploads: Pick<UploadsState, 'max' | 'beyond'>;
}) =>
  beyond.length > 0 ? (
    <p role="alert" className={styles.noRoom}>
      You can add up to {max === 1 ? 'one file' : `${max} files`}. Not added: {beyond.join(', ')}.
    </p>
  ) : null;
