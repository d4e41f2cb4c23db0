import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { problemMessage } from '#lib/problem.ts';
import { VideoPlayer } from '#components/content/videos/players.tsx';
import { type UploadItem, savedUpload } from '#components/base/files/upload-items.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import { useUploads } from '#components/base/files/use-uploads.ts';
import { removeWelcomeVideo, uploadWelcomeVideo } from '#services/people/creators.ts';
import { sendVideo } from '#services/http/large-videos.ts';
import { useApi } from '#state/hooks.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';

/** The welcome video on the creator's page, uploaded as soon as it is picked. */
export function WelcomeVideoForm({
  performer: { welcomeVideo },
}: {
  performer: Pick<OwnPerformer, 'welcomeVideo'>;
}) {
  const api = useApi();
  const uploads = useUploads({
    send: (file, sending) => sendVideo(api, uploadWelcomeVideo, { file, ...sending }),
    maxBytes: limits.upload.largestBytes,
    initial: welcomeVideo ? [savedUpload(welcomeVideo)] : [],
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
  // Removing a video that visitors can already see asks for confirmation.
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
        hint={`MP4, WebM, MOV and most other formats, up to ${limits.upload.largestBytes / 2 ** 30} GB. Anyone who opens your page can play it.`}
        accept={acceptedTypes.video}
        paste={false}
      />
      {leaving ? (
        <ConfirmDialog
          open
          title="Remove your welcome video?"
          text="It disappears from your page right away. You can’t undo this."
          confirmLabel="Remove video"
          onConfirm={() => void confirm()}
          onClose={() => setLeaving(null)}
          busy={busy}
        />
      ) : null}
    </Stack>
  );
}
