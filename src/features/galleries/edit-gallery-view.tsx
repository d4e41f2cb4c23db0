import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnGallery } from '#contract/galleries.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { MediaItemStateChip } from '#components/media-items/media-states.tsx';
import { useRouteParam } from '#components/lists/query-params.ts';
import { useGetOwnGalleryQuery } from '#state/api/own-galleries.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { DeleteGallery } from './delete-gallery.tsx';
import { GalleryEditor } from './gallery-editor.tsx';
import { GalleryPhotos } from './gallery-photos.tsx';
import { useGalleryActions } from './use-gallery-actions.ts';

function Actions({ gallery, onDelete }: { gallery: OwnGallery; onDelete: () => void }) {
  const { archive } = useGalleryActions();
  return (
    <Row>
      {gallery.state === 'published' ? (
        <ButtonLink href={routes.gallery(gallery._id)}>View gallery</ButtonLink>
      ) : null}
      {gallery.state === 'published' ? <Button onClick={() => void archive(gallery)}>Archive</Button> : null}
      <Button variant="quietDanger" onClick={onDelete}>
        Delete
      </Button>
    </Row>
  );
}

function Editing({ gallery }: { gallery: OwnGallery }) {
  const router = useRouter();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <PageHeader
        title={
          <>
            {gallery.title} <MediaItemStateChip state={gallery.state} />
          </>
        }
        actions={<Actions gallery={gallery} onDelete={() => setDeleting(true)} />}
      />
      <GalleryPhotos gallery={gallery} />
      <GalleryEditor key={gallery.state} gallery={gallery} />
      {deleting ? (
        <DeleteGallery
          gallery={gallery}
          onClose={() => setDeleting(false)}
          onDeleted={() => void router.push(routes.creatorGalleries)}
        />
      ) : null}
    </>
  );
}

/** Instead of the gallery: it is on its way, gone, or didn't come. */
function NoGallery({ error, onRetry, busy }: { error: unknown; onRetry: () => void; busy: boolean }) {
  if (!error)
    return (
      <Skeleton label="Loading the gallery">
        <Stack>
          <SkeletonText lines={2} />
          <SkeletonBlock height={220} width="100%" />
          <SkeletonBlock height={260} width="100%" />
        </Stack>
      </Skeleton>
    );
  if (problemCode(error) !== 'not_found')
    return <ErrorState text={problemMessage(error)} onRetry={onRetry} busy={busy} />;
  return (
    <EmptyState
      title="Gallery not found"
      text="It may have been deleted."
      action={<ButtonLink href={routes.creatorGalleries}>All galleries</ButtonLink>}
    />
  );
}

/** `/creator/galleries/[id]`. */
export function EditGalleryView() {
  const id = useRouteParam('id');
  const { currentData, error, isFetching, refetch } = useGetOwnGalleryQuery(id, { skip: id === '' });
  return (
    <Stack gap={24}>
      <PageHead title="Edit gallery" unlisted />
      {currentData ? (
        <Editing key={currentData._id} gallery={currentData} />
      ) : (
        <NoGallery error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Stack>
  );
}
