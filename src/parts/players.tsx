import Music from 'lucide-react/icons/music';
import type { FileView } from '#contract/common';
import { singleRatio } from '#ui/media-grid';
import { formatDuration } from '#lib/format';
import { averageColour } from '#lib/placeholder';
import styles from './post-media.module.css';

const widest = (file: FileView) => [...file.thumbnails].sort((a, b) => b.width - a.width)[0]?.url;

/** The platform's own player, in a box that has its shape before anything loads. */
export function VideoPlayer({ file, label = 'Video' }: { file: FileView; label?: string }) {
  const poster = widest(file);
  const length = file.duration ? `, ${formatDuration(file.duration)}` : '';
  return (
    <div className={styles.frame} style={{ backgroundColor: averageColour(file.placeholder) }}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what people upload has none to show */}
      <video
        className={styles.video}
        style={{ aspectRatio: singleRatio(file) }}
        src={file.url ?? undefined}
        poster={poster}
        // With a still to show, nothing of the film is fetched before it is asked for.
        preload={poster ? 'none' : 'metadata'}
        controls
        playsInline
        aria-label={file.alt || `${label}${length}`}
      />
    </div>
  );
}

export const AudioPlayer = ({ file }: { file: FileView }) => (
  <div className={styles.audio}>
    <Music size={18} aria-hidden="true" />
    {file.duration ? <span>{formatDuration(file.duration)}</span> : null}
    {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what people upload has none to show */}
    <audio src={file.url ?? undefined} preload="none" controls aria-label={file.alt || 'Recording'} />
  </div>
);
