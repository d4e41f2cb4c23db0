import { useEffect, useEffectEvent, useState } from 'react';
import type { OwnVideo } from '#contract/content/videos.ts';
import { exactTime } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { useFileStates } from '#components/base/files/use-file-states.ts';
import { retryFile } from '#services/base/files.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { toast } from '#ui/overlays/toast.ts';

interface NoticeProps {
  readonly video: OwnVideo;
  readonly onChanged: () => void;
}

/** Processing progress of the video file. Refetches the record once processing has finished. */
function useSettling({ video, onChanged }: NoticeProps): number | null {
  const { file, state } = video;
  const [percent, setPercent] = useState<number | null>(file?.percent || null);
  const pending = file && file.state !== 'ready' && file.state !== 'failed' ? [file._id] : [];
  useFileStates(pending, {
    onView: (view) =>
      view.state === 'ready' || view.state === 'failed' ? onChanged() : setPercent(view.percent || null),
    onProgress: (_id, progress) => setPercent(progress.percent || null),
  });
  const ask = useEffectEvent(onChanged);
  // The file may be ready while the video's state isn't updated yet, so ask again shortly.
  const isBehind = state === 'processing' && pending.length === 0;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => ask(), 2_000);
    return () => clearTimeout(timer);
  }, [isBehind]);
  return percent;
}

function Failed({ video, onChanged }: NoticeProps) {
  const api = useApi();
  const id = video.file?._id;
  const again = async () => {
    try {
      if (id) await retryFile(api, id);
    } catch (caught) {
      toast.error(problemMessage(caught));
    }
    onChanged();
  };
  return (
    <Notice
      tone="danger"
      title="Couldn’t process this video"
      action={id ? <Button onClick={() => void again()}>Try again</Button> : null}
    >
      {video.file?.reason} You don’t need to upload it again, but you can replace the file.
    </Notice>
  );
}

const awaited = ({ tagged }: OwnVideo): string =>
  tagged
    .filter(({ state }) => state === 'pending')
    .map(({ performer }) => performer.name)
    .join(', ');

/** Explains what a video that isn't simply published is waiting for. */
export function VideoNotice(props: NoticeProps) {
  const { video } = props;
  const percent = useSettling(props);
  if (video.file?.state === 'failed') return <Failed {...props} />;
  if (video.file && video.file.state !== 'ready')
    return <Processing isDraft={video.state === 'draft'} percent={percent} />;
  return <PendingApproval video={video} />;
}

const Processing = ({ isDraft, percent }: { isDraft: boolean; percent: number | null }) => (
  <Notice title={percent ? `Processing, ${Math.round(percent)}%` : 'Processing'}>
    <Progress label="Processing progress" percent={percent} />
    {isDraft
      ? 'You can fill in the details in the meantime.'
      : 'It will be published automatically when it’s ready. You can leave this page.'}
  </Notice>
);

function PendingApproval({ video }: { video: OwnVideo }) {
  if (video.state === 'waiting')
    return (
      <Notice tone="warning" title="Waiting for other creators">
        It will be published once these creators accept: {awaited(video)}. Remove a tag to continue without
        that creator.
      </Notice>
    );
  if (video.state === 'scheduled' && video.scheduledAt)
    return <Notice title="Scheduled">It will be published on {exactTime(video.scheduledAt)}.</Notice>;
  if (video.state === 'archived')
    return (
      <Notice title="This video is archived">
        Only you and people who bought it can see it. Restore it to put it back where it was.
      </Notice>
    );
  return null;
}
