import ImageOff from 'lucide-react/icons/image-off';
import type { ReactNode } from 'react';
import type { Gallery } from '#contract/content/galleries.ts';
import { getGallery, searchGalleries } from '#services/content/galleries.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { GalleryContent } from './gallery-content.tsx';
import { relatedShown, relatedTo } from './load-gallery.ts';

function Found({ gallery }: { gallery: Gallery }) {
  const { currentData } = useList(searchGalleries, {
    query: {
      performerId: gallery.performer._id,
      limit: relatedShown + 1,
    },
  });
  return <GalleryContent gallery={gallery} related={relatedTo(gallery, currentData?.pages[0]?.data ?? [])} />;
}

/** Loads the gallery of the current route, if the page was rendered without it. */
export function LoadedGallery({ skeleton }: { skeleton: ReactNode }) {
  const id = useRouteParam('id');
  const request = useRead(getGallery, id === '' ? null : { params: { id } });
  return (
    <LoadedView
      request={request}
      skeleton={skeleton}
      notFound={
        <NotFound
          icon={<ImageOff size={28} />}
          title="Gallery not found"
          text="The link may be broken or the gallery removed."
        />
      }
    >
      {(gallery) => <Found key={gallery._id} gallery={gallery} />}
    </LoadedView>
  );
}
