import { Fragment } from 'react';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { StudioEditHead, StudioEditPage } from '#components/content/studio/studio-edit-page.tsx';
import { getOwnGallery } from '#services/content/galleries.ts';
import { useRead } from '#state/query/hooks.ts';
import { GalleryEditor } from './gallery-editor.tsx';
import { galleryKind } from './gallery-kind.tsx';
import { GalleryPhotos } from './gallery-photos.tsx';

/** `/creator/galleries/[id]`. */
export function EditGalleryView() {
  const id = useRouteParam('id');
  const request = useRead(getOwnGallery, id === '' ? null : { params: { id } });
  return (
    <StudioEditPage kind={galleryKind} request={request}>
      {(gallery) => (
        <Fragment key={gallery._id}>
          <StudioEditHead kind={galleryKind} item={gallery} />
          {gallery.state === 'archived' ? <TakenDownNotice type="gallery" id={gallery._id} /> : null}
          <GalleryPhotos gallery={gallery} />
          <GalleryEditor key={gallery.state} gallery={gallery} />
        </Fragment>
      )}
    </StudioEditPage>
  );
}
