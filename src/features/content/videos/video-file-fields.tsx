import { useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#config/limits.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { problemMessage } from '#lib/problem.ts';
import type { UploadItem } from '#components/base/files/upload-items.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import { cutTeaser } from '#services/base/files.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { FieldGroup } from '#ui/forms/field-group.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { CaptionsField } from './captions-field.tsx';
import { FrameDialog } from './frame-dialog.tsx';
import type { VideoFiles } from './use-video-files.ts';
import styles from './studio-videos.module.css';

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const filmHint = `MP4, WebM, MOV and most other formats, up to ${limits.upload.largestBytes / 2 ** 30} GB`;
const pictureHint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${megabytes(limits.upload.imageBytes)}`;

export interface VideoFileFieldsProps {
  /** Null until a new video's file has been uploaded. */
  readonly video: OwnVideo | null;
  readonly files: VideoFiles;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

const Titled = ({ children, ...words }: { label: string; hint?: string; children: ReactNode }) => (
  <FieldGroup {...words}>
    <Stack gap={8}>{children}</Stack>
  </FieldGroup>
);

/** A source to play the video from: the local file, or the server's once it is ready. */
function findSource(item: UploadItem | undefined): File | string | null {
  return item?.file ?? item?.view?.sources.find(({ kind }) => kind !== 'hls')?.url ?? null;
}

function Thumbnail({ files: { film, thumbnail }, disabled }: VideoFileFieldsProps) {
  const look = findSource(film.items[0]);
  const [choosing, setChoosing] = useState(false);
  return (
    <Titled label="Thumbnail" hint="Optional. Otherwise, the first frame is used.">
      <Uploads
        uploads={thumbnail}
        label="Add a picture"
        hint={pictureHint}
        accept={acceptedTypes.photo}
        disabled={disabled}
      />
      {look && thumbnail.items.length === 0 ? (
        <Row>
          <Button disabled={disabled} onClick={() => setChoosing(true)}>
            Choose a frame
          </Button>
        </Row>
      ) : null}
      {choosing && look ? (
        <FrameDialog
          film={look}
          onFrame={(frame) => thumbnail.add([frame])}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </Titled>
  );
}

const lengths = [5, 10, 20, 30, 60]
  .filter((seconds) => seconds <= limits.teaser.maxSeconds)
  .map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` }));

/** Creates a teaser from the beginning of the video. */
function CutTeaser({ files: { film, teaser }, disabled }: VideoFileFieldsProps) {
  const api = useApi();
  const [seconds, setSeconds] = useState(String(limits.teaser.seconds));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const view = film.items[0]?.view;
  if (!view || view.state === 'failed' || view.asUploaded || teaser.items.length > 0) return null;
  const cut = async () => {
    setBusy(true);
    setProblem(null);
    try {
      teaser.take(await cutTeaser(api, view._id, { type: 'video-teaser', seconds: Number(seconds) }));
    } catch (caught) {
      setProblem(problemMessage(caught));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row gap={8}>
      <Select
        label="Teaser length"
        hideLabel
        options={lengths}
        value={seconds}
        disabled={disabled}
        onChange={(event) => setSeconds(event.target.value)}
      />
      <Button busy={busy} disabled={disabled} onClick={() => void cut()}>
        Create from the beginning
      </Button>
      {problem ? (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      ) : null}
    </Row>
  );
}

/** The video, its thumbnail and its teaser. */
export function VideoFileFields(props: VideoFileFieldsProps) {
  const { video, files, error, disabled } = props;
  return (
    <Stack gap={24}>
      <Titled label="Video">
        <Uploads
          uploads={files.film}
          label="Add a video"
          hint={filmHint}
          accept={acceptedTypes.video}
          paste={false}
          disabled={disabled}
          error={error ?? null}
        />
      </Titled>
      <Thumbnail {...props} />
      <Titled label="Teaser" hint="Optional. Shown to people who can’t open the video.">
        <Uploads
          uploads={files.teaser}
          label="Add a teaser"
          hint={filmHint}
          accept={acceptedTypes.video}
          paste={false}
          disabled={disabled}
        />
        <CutTeaser {...props} />
      </Titled>
      {video?.file ? <CaptionsField video={video} disabled={disabled} /> : null}
    </Stack>
  );
}
