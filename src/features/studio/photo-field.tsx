import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { limits } from '#config/limits';
import { IconButton } from '#ui/button';
import { UploadDrop } from '#ui/upload-drop';
import { UploadRow } from '#ui/upload-row';
import styles from './studio.module.css';
import type { usePhotoUploads } from './use-photo-uploads.tsx';

const hint = `JPEG, PNG, WebP or AVIF, up to ${limits.upload.imageBytes / 1024 / 1024} MB each, at most ${limits.photosPerPost}`;

/** The photos of a post: drop, paste or pick, in an order of one's own. */
export function PhotoField({ uploads, disabled }: { uploads: ReturnType<typeof usePhotoUploads>; disabled?: boolean }) {
  const { photos, add, retry, remove, move } = uploads;
  const full = photos.length >= limits.photosPerPost;
  return (
    <UploadDrop label="Add photos" hint={hint} accept="image/jpeg,image/png,image/webp,image/avif,image/gif" multiple disabled={disabled || full} onFiles={add}>
      {photos.map((photo, at) => (
        <UploadRow
          key={photo.key}
          name={photo.name} bytes={photo.bytes} state={photo.state} percent={photo.percent} reason={photo.reason} preview={photo.preview}
          onRemove={() => remove(photo)}
          onRetry={() => retry(photo)}
          actions={photos.length > 1 ? (
            <span className={styles.order}>
              <IconButton label={`Move ${photo.name} up`} disabled={at === 0} onClick={() => move(photo, -1)}><ArrowUp size={16} /></IconButton>
              <IconButton label={`Move ${photo.name} down`} disabled={at === photos.length - 1} onClick={() => move(photo, 1)}><ArrowDown size={16} /></IconButton>
            </span>
          ) : null}
        />
      ))}
    </UploadDrop>
  );
}
