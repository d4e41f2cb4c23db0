import { Suspense, lazy, useState } from 'react';
import type { FileView } from '#contract/common';
import { MediaGrid } from '#ui/media-grid';
import { AudioPlayer, VideoPlayer } from './players.tsx';
import styles from './post-media.module.css';

const Lightbox = lazy(async () => ({ default: (await import('#ui/lightbox')).Lightbox }));

type Kind = 'photo' | 'video' | 'audio';
const kindOf = ({ mime }: FileView): Kind => (mime.startsWith('video/') ? 'video' : mime.startsWith('audio/') ? 'audio' : 'photo');

const asPhoto = (file: FileView) => ({
  id: file._id,
  kind: 'photo' as const,
  // One that is still being processed has only its stills.
  sources: file.sizes.length > 0 ? file.sizes : file.thumbnails,
  alt: file.alt,
  width: file.width,
  height: file.height,
  placeholder: file.placeholder,
});

export interface PostMediaProps {
  readonly files: readonly FileView[];
  /** The first picture is in the first view of the page. */
  readonly priority?: boolean;
}

/** What a post shows besides words: a grid of photos that opens over the window, then its videos and recordings. */
export function PostMedia({ files, priority }: PostMediaProps) {
  const [shown, setShown] = useState<number | null>(null);
  const of = (kind: Kind) => files.filter((file) => kindOf(file) === kind);
  const photos = of('photo').map(asPhoto);
  if (files.length === 0) return null;
  return (
    <div className={styles.media}>
      <MediaGrid items={photos} onOpen={setShown} priority={priority} />
      {of('video').map((file) => <VideoPlayer key={file._id} file={file} />)}
      {of('audio').map((file) => <AudioPlayer key={file._id} file={file} />)}
      {shown === null ? null : (
        <Suspense fallback={null}>
          <Lightbox photos={photos} index={shown} onMove={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}
