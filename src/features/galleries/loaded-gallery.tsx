import ImageOff from 'lucide-react/icons/image-off';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import type { Gallery } from '#contract/galleries.ts';
import { problemMessage } from '#lib/problem.ts';
import { useGetGalleryQuery, useSearchGalleriesInfiniteQuery } from '#state/api/galleries.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { GalleryContent } from './gallery-content.tsx';
import { relatedShown, relatedTo } from './load-gallery.ts';

const Gone = () => (
  <>
    <PageHead title="Gallery not found" unlisted />
    <EmptyState
      level={1}
      icon={<ImageOff size={28} />}
      title="Gallery not found"
      text="The link may be broken or the gallery removed."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  </>
);

function Found({ gallery }: { gallery: Gallery }) {
  const { currentData } = useSearchGalleriesInfiniteQuery({
    performerId: gallery.performer._id,
    limit: relatedShown + 1,
  });
  return <GalleryContent gallery={gallery} related={relatedTo(gallery, currentData?.pages[0]?.data ?? [])} />;
}

/** The gallery that the address names, where the page came without it. */
export function LoadedGallery({ skeleton }: { skeleton: ReactNode }) {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { currentData, error, isFetching, refetch } = useGetGalleryQuery(id, { skip: !isReady || id === '' });
  if (currentData) return <Found key={currentData._id} gallery={currentData} />;
  if (error && 'status' in error && error.status === 404) return <Gone />;
  if (error && !isFetching)
    return <ErrorState level={1} text={problemMessage(error)} onRetry={() => void refetch()} />;
  return skeleton;
}
