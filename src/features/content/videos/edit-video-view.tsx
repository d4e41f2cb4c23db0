import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { MediaItemStateChip } from '#components/content/media-items/media-states.tsx';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getOwnVideo } from '#services/content/videos.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { DeleteVideos } from './delete-videos.tsx';
import { EditorSkeleton } from './video-editor-skeleton.tsx';
import { resultText } from './new-video-view.tsx';
import { useVideoActions } from './use-video-actions.ts';
import { VideoEditor } from './video-editor.tsx';
import { VideoNotice } from './video-notice.tsx';

function Actions({ video, onDelete }: { video: OwnVideo; onDelete: () => void }) {
  const { archive } = useVideoActions();
  return (
    <Row>
      {video.publishedAt ? <ButtonLink href={routes.video(video._id)}>View video</ButtonLink> : null}
      {video.state === 'published' ? <Button onClick={() => void archive([video])}>Archive</Button> : null}
      <Button variant="quietDanger" onClick={onDelete}>
        Delete
      </Button>
    </Row>
  );
}

function Editing({ video, onChanged }: { video: OwnVideo; onChanged: () => void }) {
  const router = useRouter();
  const [deleting, setDeleting] = useState(false);
  const saved = (after: OwnVideo) => void toast.success(resultText(after, video));
  return (
    <>
      <PageHeader
        title={
          <>
            Edit video <MediaItemStateChip state={video.state} />
          </>
        }
        actions={<Actions video={video} onDelete={() => setDeleting(true)} />}
      />
      {video.state === 'archived' ? <TakenDownNotice type="video" id={video._id} /> : null}
      <VideoNotice video={video} onChanged={onChanged} />
      <VideoEditor video={video} isNew={false} onSaved={saved} />
      {deleting ? (
        <DeleteVideos
          videos={[video]}
          onClose={() => setDeleting(false)}
          onDeleted={() => void router.push(routes.creatorVideos)}
        />
      ) : null}
    </>
  );
}

/** `/creator/videos/[id]`. */
export function EditVideoView() {
  const id = useRouteParam('id');
  const request = useRead(getOwnVideo, id === '' ? null : { params: { id } });
  return (
    <Stack gap={24}>
      <PageHead title="Edit video" unlisted />
      <LoadedView
        request={request}
        skeleton={<EditorSkeleton />}
        notFound={
          <NotFound
            title="Video not found"
            text="It may have been deleted."
            action={<ButtonLink href={routes.creatorVideos}>All videos</ButtonLink>}
          />
        }
      >
        {(video) => <Editing key={video._id} video={video} onChanged={() => void request.refetch()} />}
      </LoadedView>
    </Stack>
  );
}
