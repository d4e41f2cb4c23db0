import type { FileView } from '#contract/core/schemas.ts';
import { Picture } from '#ui/content/picture.tsx';
import styles from './chat.module.css';

const labels = { video: 'Video', audio: 'Recording' } as const;

function Medium({ file }: { file: FileView }) {
  if (file.mime.startsWith('image/'))
    return (
      <a href={file.url ?? undefined} target="_blank" rel="noreferrer" className={styles.picture}>
        <Picture
          sources={file.sizes}
          alt={file.alt ?? 'Photo'}
          placeholder={file.placeholder}
          ratio={file.width && file.height ? file.width / file.height : 1}
          sizes="240px"
        />
      </a>
    );
  if (file.mime.startsWith('video/'))
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- people send it to a chat as it is
    return <video controls preload="none" src={file.url ?? undefined} aria-label={labels.video} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- people send it to a chat as it is
  return <audio controls preload="none" src={file.url ?? undefined} aria-label={labels.audio} />;
}

/** The photos and recordings of a message. */
export const ChatMedia = ({ files }: { files: readonly FileView[] }) =>
  files.length === 0 ? null : (
    <div className={styles.media}>
      {files.map((file) => (
        <Medium key={file._id} file={file} />
      ))}
    </div>
  );
