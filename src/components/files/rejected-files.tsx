import type { UploadsState } from './use-uploads.ts';
import styles from './uploads.module.css';

/** Names the files that were picked and for which there was no room. */
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
