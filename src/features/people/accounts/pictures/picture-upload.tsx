import { Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { acceptedTypes } from '#components/base/files/accepted-types.ts';
import { limits } from '#config/limits.ts';
import { useRestoredFocus } from '#components/base/lists/use-restored-focus.ts';
import { problemMessage } from '#lib/problem.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Progress } from '#ui/feedback/progress.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from '../account.module.css';
import type { PictureUse } from './crop-dialog.tsx';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

export interface PictureUploadProps {
  readonly use: PictureUse;
  /** Noun for the picture in messages, such as "profile picture". */
  readonly what: string;
  /** The current picture. */
  readonly children: ReactNode;
  readonly upload: (file: File, onProgress: (percent: number) => void) => Promise<void>;
  /** Removes the picture; absent if there is none. */
  readonly remove?: (() => Promise<void>) | undefined;
}

const most = `${limits.upload.imageBytes / 1024 / 1024} MB`;

interface Failure {
  readonly reason: string;
  /** What to try again; null when that wouldn't help. */
  readonly file: File | null;
}

/** Sends a picture, and keeps it and the reason if that fails. */
function useSending(upload: PictureUploadProps['upload']) {
  const [percent, setPercent] = useState<number | null>(null);
  const [failed, setFailed] = useState<Failure | null>(null);
  const send = async (file: File) => {
    setFailed(null);
    setPercent(0);
    try {
      await upload(file, setPercent);
      toast.success('Changes saved');
    } catch (caught) {
      setFailed({ file, reason: problemMessage(caught) });
    } finally {
      setPercent(null);
    }
  };
  return { percent, failed, setFailed, send };
}

const Failed = ({
  failed: { file, reason },
  onRetry,
}: {
  failed: Failure;
  onRetry: (file: File) => void;
}) => (
  <Notice
    tone="danger"
    announce
    action={file ? <Button onClick={() => onRetry(file)}>Try again</Button> : null}
  >
    {reason}
  </Notice>
);

/** Removes the picture after a question. */
function RemovePicture({ what, remove }: { what: string; remove: () => Promise<void> }) {
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await remove();
      setAsked(false);
      toast.success('Changes saved');
    } catch (problem) {
      toast.error(problemMessage(problem));
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        Remove {what}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          open
          title={`Remove your ${what}?`}
          text="It disappears from the site right away."
          confirmLabel="Remove"
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
          busy={busy}
        />
      ) : null}
    </>
  );
}

/**
 * Asks how to cut a picture as soon as it is picked, then uploads it. If that fails, shows why and offers a
 * retry.
 */
export function PictureUpload({ use, what, children, upload, remove }: PictureUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const { percent, failed, setFailed, send } = useSending(upload);
  const picked = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file) return;
    const isTooLarge = file.size > limits.upload.imageBytes;
    setFailed(isTooLarge ? { file: null, reason: `That’s too large. The limit is ${most}.` } : null);
    if (!isTooLarge) setChosen(file);
  };
  // The button that removes the picture goes with it.
  const focus = useRestoredFocus<HTMLDivElement>(remove === undefined);
  return (
    <Stack gap={12}>
      {children}
      <Row gap={12} {...focus}>
        <Button onClick={() => input.current?.click()} busy={percent !== null}>
          Change {what}
        </Button>
        {remove && percent === null ? <RemovePicture what={what} remove={remove} /> : null}
        <label>
          <VisuallyHidden>Choose a {what}</VisuallyHidden>
          <input
            ref={input}
            type="file"
            hidden
            accept={acceptedTypes.photo}
            onChange={(event) => picked(event.target.files?.[0])}
          />
        </label>
        <span className={styles.quiet}>JPEG, PNG, WebP or HEIC, up to {most}</span>
      </Row>
      {percent === null ? null : (
        <Progress label={`Uploading ${what}`} percent={percent < 100 ? percent : null} />
      )}
      {failed ? <Failed failed={failed} onRetry={(file) => void send(file)} /> : null}
      {chosen ? (
        <Suspense fallback={null}>
          <CropDialog
            {...{ use, what }}
            file={chosen}
            onClose={() => setChosen(null)}
            onCut={(cut) => {
              setChosen(null);
              void send(cut);
            }}
          />
        </Suspense>
      ) : null}
    </Stack>
  );
}
