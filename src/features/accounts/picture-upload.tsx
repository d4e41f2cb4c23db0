import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#config/limits.ts';
import { problemMessage } from '#lib/problem.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './account.module.css';

export interface PictureUploadProps {
  /** Noun for the picture in messages, such as "profile picture". */
  readonly what: string;
  /** The current picture. */
  readonly children: ReactNode;
  readonly upload: (file: File, onProgress: (percent: number) => void) => Promise<void>;
}

/** Uploads a picture as soon as it is picked. If that fails, shows why and offers a retry. */
export function PictureUpload({ what, children, upload }: PictureUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [failed, setFailed] = useState<{ file: File; reason: string } | null>(null);
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
  const picked = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (file) void send(file);
  };
  return (
    <Stack gap={12}>
      {children}
      <Row gap={12}>
        <Button onClick={() => input.current?.click()} busy={percent !== null}>
          Change {what}
        </Button>
        <label>
          <VisuallyHidden>Choose a {what}</VisuallyHidden>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            onChange={(event) => picked(event.target.files?.[0])}
          />
        </label>
        <span className={styles.quiet}>
          JPEG, PNG or WebP, up to {limits.upload.imageBytes / 1024 / 1024} MB
        </span>
      </Row>
      {percent === null ? null : (
        <Progress label={`Uploading ${what}`} percent={percent < 100 ? percent : null} />
      )}
      {failed ? (
        <Notice
          tone="danger"
          announce
          action={<Button onClick={() => void send(failed.file)}>Try again</Button>}
        >
          {failed.reason}
        </Notice>
      ) : null}
    </Stack>
  );
}
