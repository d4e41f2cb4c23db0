import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnGallery } from '#contract/content/galleries.ts';
import { MediaItemStateChip } from '#components/content/media-items/media-states.tsx';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getOwnGallery } from '#services/content/galleries.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { DeleteGallery } from './delete-gallery.tsx';
import { GalleryEditor } from './gallery-editor.tsx';
import { GalleryPhotos } from './gallery-photos.tsx';
import { useGalleryActions } from './use-gallery-actions.ts';

function Actions({ gallery, onDelete }: { gallery: OwnGallery; onDelete: () => void }) {
  const { archive } = useGalleryActions();
  return (
    <Row>
      {gallery.publishedAt ? <ButtonLink href={routes.gallery(gallery._id)}>View gallery</ButtonLink> : null}
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
      {gallery.state === 'archived' ? <TakenDownNotice type="gallery" id={gallery._id} /> : null}
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

const PageSkeleton = () => (
  <Skeleton label="Loading the gallery">
    <Stack>
      <SkeletonText lines={2} />
      <SkeletonBlock height={220} width="100%" />
      <SkeletonBlock height={260} width="100%" />
    </Stack>
  </Skeleton>
);

/** `/creator/galleries/[id]`. */
export function EditGalleryView() {
  const id = useRouteParam('id');
  const request = useRead(getOwnGallery, id === '' ? null : { params: { id } });
  return (
    <Stack gap={24}>
      <PageHead title="Edit gallery" unlisted />
      <LoadedView
        request={request}
        skeleton={<PageSkeleton />}
        notFound={
          <NotFound
            title="Gallery not found"
            text="It may have been deleted."
            action={<ButtonLink href={routes.creatorGalleries}>All galleries</ButtonLink>}
          />
        }
      >
        {(gallery) => <Editing key={gallery._id} gallery={gallery} />}
      </LoadedView>
    </Stack>
  );
}
