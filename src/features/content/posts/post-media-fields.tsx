import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import { cutTeaser } from '#services/base/files.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { FieldGroup } from '#ui/forms/field-group.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import type { PostErrors, PostKind } from './post-values.ts';
import type { PostMedia } from './use-post-media.ts';
import styles from './studio.module.css';

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const pictureHint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${megabytes(limits.upload.imageBytes)} each`;
const filmHint = `MP4, WebM, MOV and most other formats, up to ${limits.upload.largestBytes / 2 ** 30} GB`;
const soundHint = `MP3, M4A, WAV and most other formats, up to ${limits.upload.largestBytes / 2 ** 30} GB`;

interface FieldsProps {
  readonly kind: PostKind;
  readonly media: PostMedia;
  readonly errors: PostErrors;
  readonly disabled: boolean;
}

/**
 * Id of the video if a teaser can be cut from it: it must be ready, and processed rather than served as
 * uploaded.
 */
const cuttable = (video: FileView | null | undefined): string | null =>
  video?.state === 'ready' && !video.asUploaded ? video._id : null;

/** Creates a teaser from the beginning of the video. */
function CutTeaser({ videoId, onCut }: { videoId: string; onCut: (teaser: FileView) => void }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const cut = async () => {
    setBusy(true);
    setProblem(null);
    try {
      onCut(await cutTeaser(api, videoId, { type: 'feed-teaser' }));
    } catch (caught) {
      setProblem(problemMessage(caught));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row gap={12}>
      <Button busy={busy} onClick={() => void cut()}>
        Cut the first {limits.teaser.seconds} seconds
      </Button>
      {problem ? (
        <span role="alert" className={styles.reason}>
          {problem}
        </span>
      ) : null}
    </Row>
  );
}

function Teaser({ kind, media, errors, disabled }: FieldsProps) {
  const videoId = kind === 'video' ? cuttable(media.video.items[0]?.view) : null;
  return (
    <FieldGroup
      label="Teaser"
      hint={
        kind === 'teaser'
          ? 'Everyone can see it, including people who can’t open the rest.'
          : 'Optional. Shown to people who can’t open the post.'
      }
    >
      <Stack gap={8}>
        <Uploads
          uploads={media.teaser}
          label="Add a teaser"
          hint={filmHint}
          accept={acceptedTypes.video}
          paste={false}
          disabled={disabled}
          error={errors.teaser}
        />
        {videoId && media.teaser.items.length === 0 ? (
          <CutTeaser videoId={videoId} onCut={media.teaser.take} />
        ) : null}
      </Stack>
    </FieldGroup>
  );
}

const Thumbnail = ({ kind, media, disabled }: FieldsProps) => (
  <FieldGroup label={kind === 'audio' ? 'Cover' : 'Thumbnail'} hint="Optional. Shown in lists.">
    <Uploads
      uploads={media.thumbnail}
      label={kind === 'audio' ? 'Add a cover' : 'Add a thumbnail'}
      hint={pictureHint}
      accept={acceptedTypes.photo}
      layout="grid"
      described
      disabled={disabled}
    />
  </FieldGroup>
);

const mainTexts = {
  video: { label: 'Add a video', hint: filmHint, what: 'video' },
  audio: { label: 'Add a recording', hint: soundHint, what: 'recording' },
} as const;

/** The video or audio file with a player. */
function Main({ kind, media, errors, disabled }: FieldsProps & { kind: keyof typeof mainTexts }) {
  const main = media[kind];
  const { label, hint, what } = mainTexts[kind];
  return (
    <Stack gap={8}>
      <Uploads
        uploads={main}
        label={label}
        hint={hint}
        accept={acceptedTypes[kind]}
        disabled={disabled}
        error={errors.media}
      />
      {main.items.map((item) => (
        <TextArea
          key={item.key}
          label={`Description of the ${what}`}
          optional
          hint="For people who can’t see or hear it."
          rows={2}
          maxLength={300}
          value={item.alt}
          onChange={(event) => main.describe(item, event.target.value)}
        />
      ))}
    </Stack>
  );
}

const Photos = ({ media, errors, disabled }: FieldsProps) => (
  <Uploads
    uploads={media.photos}
    label="Add photos"
    hint={`${pictureHint}, at most ${limits.photosPerPost}`}
    accept={acceptedTypes.photo}
    layout="grid"
    ordered
    described
    disabled={disabled}
    error={errors.media}
  />
);

/** The file fields for each kind of post. */
export function PostMediaFields(props: FieldsProps) {
  const { kind } = props;
  if (kind === 'poll') return null;
  if (kind === 'post') return <Photos {...props} />;
  const isTeaser = kind === 'teaser';
  return (
    <Stack gap={24}>
      {isTeaser ? <Teaser {...props} /> : <Main {...props} kind={kind} />}
      <Thumbnail {...props} />
      {isTeaser ? null : <Teaser {...props} />}
    </Stack>
  );
}
