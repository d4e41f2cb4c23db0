import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { OwnVideo } from '#contract/videos';
import { problemCode, problemMessage } from '#lib/problem';
import { WorkStateChip } from '#parts/work-states';
import { useGetOwnVideoQuery } from '#state/api-own-videos';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { Row, Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { toast } from '#ui/toast';
import { DeleteVideos } from './delete-videos.tsx';
import { saidOf } from './new-video-view.tsx';
import { useVideoActions } from './use-video-actions.tsx';
import { VideoEditor } from './video-editor.tsx';
import { VideoNotice } from './video-notice.tsx';

function Actions({ video, onDelete }: { video: OwnVideo; onDelete: () => void }) {
  const { archive } = useVideoActions();
  return (
    <Row>
      {video.publishedAt ? <ButtonLink href={routes.video(video._id)}>See the video</ButtonLink> : null}
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
  const saved = (after: OwnVideo) => void toast.success(saidOf(after, video));
  return (
    <>
      <PageHeader
        title={
          <>
            Edit video <WorkStateChip state={video.state} />
          </>
        }
        actions={<Actions video={video} onDelete={() => setDeleting(true)} />}
      />
      <VideoNotice video={video} onChanged={onChanged} />
      <VideoEditor video={video} onSaved={saved} />
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

/** Instead of the video: it is on its way, gone, or didn't come. */
function NoVideo({ error, onRetry, busy }: { error: unknown; onRetry: () => void; busy: boolean }) {
  if (!error)
    return (
      <Skeleton label="Loading the video">
        <Stack>
          <BoneText lines={2} />
          <Bone height={160} width="100%" />
          <Bone height={220} width="100%" />
        </Stack>
      </Skeleton>
    );
  if (problemCode(error) !== 'not_found')
    return <ErrorState text={problemMessage(error)} onRetry={onRetry} busy={busy} />;
  return (
    <EmptyState
      title="This video isn’t here"
      text="It may have been deleted."
      action={<ButtonLink href={routes.creatorVideos}>All videos</ButtonLink>}
    />
  );
}

/** `/creator/videos/[id]`. */
export function EditVideoView() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetOwnVideoQuery(id, { skip: !isReady || !id });
  return (
    <Stack gap={24}>
      <PageHead title="Edit video" unlisted />
      {currentData ? (
        <Editing key={currentData._id} video={currentData} onChanged={() => void refetch()} />
      ) : (
        <NoVideo error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Stack>
  );
}
