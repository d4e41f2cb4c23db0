import { Suspense, useState } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { findThumbnailFile } from '#lib/thumbnail.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { MediaGrid, singleRatio } from '#ui/layout/media-grid.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { AudioPlayer, VideoPlayer } from '../videos/players.tsx';
import styles from './post-media.module.css';
import { useResumes } from './use-resumes.ts';

const Lightbox = lazyPart(async () => (await import('#ui/overlays/lightbox.tsx')).Lightbox);

type Kind = 'photo' | 'video' | 'audio';
const detectKind = ({ mime }: FileView): Kind =>
  mime.startsWith('video/') ? 'video' : mime.startsWith('audio/') ? 'audio' : 'photo';

const asPhoto = (file: FileView) => ({
  id: file._id,
  kind: 'photo' as const,
  // A photo that is still being processed has thumbnails only.
  sources: file.sizes.length > 0 ? file.sizes : file.thumbnails,
  alt: file.alt,
  width: file.width,
  height: file.height,
  placeholder: file.placeholder,
});

export interface PostMediaProps extends Pick<Post, 'files'>, Partial<Pick<Post, 'thumbnail' | 'teaser'>> {
  /** The post, if its long videos and recordings resume where the viewer left off. */
  readonly resumes?: Pick<Post, '_id' | 'positions'>;
  /** The first picture is above the fold. */
  readonly priority?: boolean;
}

const pickSizes = (file: FileView) => (file.sizes.length > 0 ? file.sizes : file.thumbnails);

/** The picture shown while a recording plays. */
const Cover = ({ file, priority }: { file: FileView; priority?: boolean }) => (
  <div className={styles.cover}>
    <Picture
      sources={pickSizes(file)}
      alt={file.alt ?? ''}
      placeholder={file.placeholder}
      ratio={Math.max(1, singleRatio(file))}
      priority={priority}
    />
  </div>
);

/** A teaser post shows its teaser; any other post shows its files. */
const shownFiles = ({ files, teaser }: PostMediaProps): readonly FileView[] =>
  files.length === 0 && teaser ? [teaser] : files;

/**
 * The media of a post: a grid of photos that opens a full-window viewer, then videos and recordings with
 * their cover.
 */
export function PostMedia(post: PostMediaProps) {
  const { priority, thumbnail } = post;
  const findResume = useResumes(post.resumes);
  const files = shownFiles(post);
  const [shown, setShown] = useState<number | null>(null);
  const of = (kind: Kind) => files.filter((file) => detectKind(file) === kind);
  const photos = of('photo').map(asPhoto);
  const recordings = of('audio');
  const still = findThumbnailFile(post);
  if (files.length === 0) return null;
  return (
    <div className={styles.media}>
      <MediaGrid items={photos} onOpen={setShown} priority={priority} />
      {of('video').map((file) => (
        <VideoPlayer key={file._id} file={file} still={still} resume={findResume(file)} />
      ))}
      {recordings.length > 0 && thumbnail && pickSizes(thumbnail).length > 0 ? (
        <Cover file={thumbnail} priority={priority} />
      ) : null}
      {recordings.map((file) => (
        <AudioPlayer key={file._id} file={file} resume={findResume(file)} />
      ))}
      {shown === null ? null : (
        <Suspense fallback={null}>
          <Lightbox photos={photos} index={shown} onMove={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}
