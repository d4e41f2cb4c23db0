import { limits } from '#config/limits.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import { type UploadsState, useUploads } from '#components/base/files/use-uploads.ts';
import { uploadMessagePhoto } from '#services/talk/messages/messages.ts';
import { useApi } from '#state/hooks.ts';

/** Uploads of photos that show a problem. They belong to the fan alone until the problem is reported. */
export function useProblemPhotos(): UploadsState {
  const api = useApi();
  return useUploads({
    max: limits.problemPhotos,
    send: (file, { onPause: _onPause, ...sending }) =>
      uploadMessagePhoto(api, { files: { file }, body: {}, ...sending }),
  });
}

/** Why the photos can't be sent yet, or null if they can. */
export function photosError({ busy, processing, failed }: UploadsState): string | null {
  if (failed) return 'A photo couldn’t be uploaded. Try it again or remove it.';
  return busy || processing ? 'Wait until every photo has been uploaded.' : null;
}

interface ProblemPhotoFieldProps {
  readonly uploads: UploadsState;
  /** For links from the list of errors. */
  readonly id: string;
  readonly error: string | null;
  readonly disabled: boolean;
}

export const ProblemPhotoField = ({ uploads, id, error, disabled }: ProblemPhotoFieldProps) => (
  <div id={id} tabIndex={-1}>
    <Uploads
      uploads={uploads}
      label="Add photos (optional)"
      hint={`Show what is wrong, with up to ${limits.problemPhotos} photos.`}
      accept={acceptedTypes.photo}
      layout="grid"
      disabled={disabled}
      error={error}
    />
  </div>
);
