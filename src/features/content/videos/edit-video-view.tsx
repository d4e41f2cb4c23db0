import type { OwnVideo } from '#contract/content/videos.ts';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { resultText } from '#components/content/media-items/result-text.ts';
import { StudioEditHead, StudioEditPage } from '#components/content/studio/studio-edit-page.tsx';
import { getOwnVideo } from '#services/content/videos.ts';
import { useRead } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';
import { VideoEditor } from './video-editor.tsx';
import { videoKind } from './video-kind.tsx';
import { VideoNotice } from './video-notice.tsx';

const Editing = ({ video, onChanged }: { video: OwnVideo; onChanged: () => void }) => (
  <>
    <StudioEditHead kind={videoKind} item={video} />
    {video.state === 'archived' ? <TakenDownNotice type="video" id={video._id} /> : null}
    <VideoNotice video={video} onChanged={onChanged} />
    <VideoEditor
      video={video}
      isNew={false}
      onSaved={(saved) => void toast.success(resultText(saved, video))}
    />
  </>
);

/** `/creator/videos/[id]`. */
export function EditVideoView() {
  const id = useRouteParam('id');
  const request = useRead(getOwnVideo, id === '' ? null : { params: { id } });
  return (
    <StudioEditPage kind={videoKind} request={request}>
      {(video) => <Editing key={video._id} video={video} onChanged={() => void request.refetch()} />}
    </StudioEditPage>
  );
}
