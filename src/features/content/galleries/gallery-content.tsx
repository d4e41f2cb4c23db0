import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Gallery } from '#contract/content/galleries.ts';
import type { Photo } from '#contract/content/photos.ts';
import { plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { Comments } from '#components/content/community/comments.tsx';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { GalleryCard } from '#components/content/galleries/gallery-card.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { ItemWords } from '#components/content/media-items/item-words.tsx';
import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { PhotoWall } from '#components/content/galleries/photo-wall.tsx';
import { Reactions } from '#components/content/community/reactions.tsx';
import { useRestoredFocus } from '#components/base/lists/use-restored-focus.ts';
import { useLive } from '#state/query/use-live.ts';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { closedText } from '#components/content/media-items/access-options.ts';
import { MediaItemCards } from '#components/content/media-items/media-card.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { GalleryData } from './load-gallery.ts';
import styles from './gallery.module.css';

const LiveGallery = lazyPart(async () => (await import('./live-gallery.ts')).LiveGallery);

const Head = ({ gallery }: { gallery: Gallery }) => (
  <PageHead
    title={`${gallery.title} by ${gallery.performer.name}`}
    description={
      shortText(gallery.description, 160) ||
      (gallery.access.allowed
        ? `${plural(gallery.numOfItems, 'photo')} by ${gallery.performer.name}.`
        : closedText(gallery.access, gallery.performer.name))
    }
    preview
    canonical={routes.gallery(gallery._id)}
  />
);

const Words = ({ gallery }: { gallery: Gallery }) => (
  <ItemWords
    item={gallery}
    facts={
      <>
        {plural(gallery.numOfItems, 'photo')} ·{' '}
        <RelativeTime iso={gallery.publishedAt ?? gallery.createdAt} />
      </>
    }
    edit={
      gallery.access.reason === 'owner'
        ? { href: routes.editGallery(gallery._id), label: 'Edit gallery' }
        : undefined
    }
  />
);

type Shown = Pick<InfinitePages<Photo>, 'items' | 'hasMore' | 'loading' | 'more' | 'error'>;

/**
 * Shown without access: the blurred cover, what the gallery contains and how to unlock it, and any photos
 * that the viewer bought elsewhere.
 */
function Locked({ gallery, photos }: { gallery: Gallery; photos: Shown }) {
  const { chooseMediaItem } = usePurchases();
  const { _id, access, performer, cover, numOfItems } = gallery;
  const price = access.routes.find(({ need }) => need === 'purchase')?.price ?? gallery.price;
  const own = photos.items.filter(({ file }) => file.sizes.length > 0);
  return (
    <Stack gap={16}>
      <LockedMedia
        post={{
          access,
          performer,
          teaser: null,
          thumbnail: cover,
          files: [],
          media: { photos: numOfItems, videos: 0, audios: 0, duration: 0 },
        }}
        onWay={(need) =>
          chooseMediaItem(need, {
            kind: 'gallery',
            _id,
            price,
            inside: plural(numOfItems, 'photo'),
            performer,
          })
        }
        primary
        priority
      />
      {own.length > 0 ? (
        <Section title="Already yours" text="You bought these before, so you won’t pay for them again.">
          <PhotoWall
            list={{ ...photos, items: own, hasMore: false }}
            total={own.length}
            label="Photos you already own"
          />
        </Section>
      ) : null}
    </Stack>
  );
}

function Inside({ gallery, photos }: { gallery: Gallery; photos: Shown }) {
  const kept = useRestoredFocus<HTMLDivElement>(gallery.access.allowed);
  const isEmpty = gallery.access.allowed && photos.items.length === 0 && !photos.loading && !photos.error;
  return (
    <div {...kept} className={styles.inside}>
      {gallery.access.allowed ? (
        <PhotoWall list={photos} total={gallery.numOfItems} label={`Photos of ${gallery.title}`} priority />
      ) : (
        <Locked gallery={gallery} photos={photos} />
      )}
      {isEmpty ? (
        <EmptyState compact title="No photos yet" text="Photos in this gallery will appear here." />
      ) : null}
    </div>
  );
}

const Related = ({ galleries }: { galleries: readonly Gallery[] }) =>
  galleries.length === 0 ? null : (
    <Section title="More galleries">
      <MediaItemCards mediaItems={galleries}>{(gallery) => <GalleryCard gallery={gallery} />}</MediaItemCards>
    </Section>
  );

export interface GalleryContentProps extends Omit<GalleryData, 'photos'> {
  /** The first photos; if absent, they are loaded at once. */
  readonly photos?: GalleryData['photos'];
}

/**
 * The gallery as rendered by the server, until more photos are requested or the viewer's access may have
 * changed.
 */
function useGallery({ gallery: initial, photos: first }: GalleryContentProps) {
  const [live, begin] = useLive(first === undefined);
  const [wantsMore, setWantsMore] = useState(false);
  const [gallery, setGallery] = useState(initial);
  const [found, setFound] = useState<InfinitePages<Photo> | null>(null);
  const more = () => {
    setWantsMore(true);
    begin();
  };
  const known: Shown = {
    items: first?.data ?? [],
    hasMore: Boolean(first?.nextCursor),
    loading: wantsMore || first === undefined,
    error: null,
    more,
  };
  return {
    live,
    wantsMore,
    gallery,
    setGallery,
    photos: found ? { ...found, items: found.known ? found.items : known.items } : known,
    setFound,
  };
}

/** The page of a gallery: photos, description, comments, and other galleries by the creator. */
export function GalleryContent(data: GalleryContentProps) {
  const { live, wantsMore, gallery, setGallery, photos, setFound } = useGallery(data);
  const { _id, performer, access, title } = gallery;
  return (
    <>
      <Head gallery={gallery} />
      <Stack gap={24}>
        <Words gallery={gallery} />
        <Inside gallery={gallery} photos={photos} />
        <Reactions
          objectType="gallery"
          record={gallery}
          access={access}
          performer={performer}
          href={routes.gallery(_id)}
          title={title}
        />
        <Related galleries={data.related} />
        {gallery.commentsEnabled ? (
          <Comments
            objectType="gallery"
            objectId={_id}
            owner={performer}
            access={access}
            count={gallery.counts.comments}
          />
        ) : null}
      </Stack>
      {live ? (
        <LazyClient skeleton={null}>
          <LiveGallery id={_id} wantsMore={wantsMore} onGallery={setGallery} onPhotos={setFound} />
        </LazyClient>
      ) : null}
    </>
  );
}
