import { useState } from 'react';
import type { OwnPerformer } from '#contract/performers';
import { problemMessage } from '#lib/problem';
import { VideoPlayer } from '#parts/players';
import { type UploadItem, keptUpload } from '#parts/upload-items';
import { Uploads, acceptOf } from '#parts/uploads';
import { useUploads } from '#parts/use-uploads';
import { removeWelcomeVideo, uploadWelcomeVideo } from '#services/performers';
import { useApi } from '#state/hooks';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { Stack } from '#ui/stack';
import { toast } from '#ui/toast';
import styles from './account.module.css';

/** The video that greets visitors, sent as soon as it is picked. */
export function WelcomeVideoForm({
  performer: { welcomeVideo },
}: {
  performer: Pick<OwnPerformer, 'welcomeVideo'>;
}) {
  const api = useApi();
  const uploads = useUploads({
    send: (file, sending) => uploadWelcomeVideo(api, { files: { file }, body: {}, ...sending }),
    initial: welcomeVideo ? [keptUpload(welcomeVideo)] : [],
    max: 1,
  });
  const [leaving, setLeaving] = useState<UploadItem | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (!leaving) return;
    setBusy(true);
    try {
      await removeWelcomeVideo(api);
      uploads.remove(leaving);
      setLeaving(null);
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
    setBusy(false);
  };
  // One that is on the server shows to visitors: taking it away asks first.
  const remove = (item: UploadItem) => (item.fileId ? setLeaving(item) : uploads.remove(item));
  const shown = uploads.items[0]?.view;
  return (
    <Stack gap={12}>
      {shown?.state === 'ready' ? (
        <div className={styles.welcome}>
          <VideoPlayer file={shown} label="Your welcome video" />
        </div>
      ) : null}
      <Uploads
        uploads={{ ...uploads, remove }}
        label="Add a welcome video"
        hint="MP4, WebM or MOV. Everybody who opens your page can play it."
        accept={acceptOf.video}
        paste={false}
      />
      {leaving ? (
        <ConfirmDialog
          open
          title="Remove the welcome video?"
          text="It goes from your page at once and can’t be brought back."
          confirmLabel="Remove the video"
          onConfirm={() => void confirm()}
          onClose={() => setLeaving(null)}
          busy={busy}
        />
      ) : null}
    </Stack>
  );
}
