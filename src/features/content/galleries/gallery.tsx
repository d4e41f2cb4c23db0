import { routes } from '#config/routes.ts';
import type { Gallery as GalleryRecord } from '#contract/content/galleries.ts';
import type { Photo } from '#contract/content/photos.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { GalleryCard } from '#components/content/galleries/gallery-card.tsx';
import { ItemWords } from '#components/content/media-items/item-words.tsx';
import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { PhotoWall } from '#components/content/galleries/photo-wall.tsx';
import { Reactions } from '#components/content/community/reactions.tsx';
import { useRestoredFocus } from '#components/base/lists/use-restored-focus.ts';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { closedText, purchasePrice } from '#components/content/media-items/access-options.ts';
import { MediaItemCards } from '#components/content/media-items/media-card.tsx';
import { searchGalleries } from '#services/content/galleries.ts';
import { listPhotos } from '#services/content/photos.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import styles from './gallery.module.css';

/** Number of photos in the initial HTML and in every further page. */
export const photosAtOnce = 48;
export const relatedShown = 3;
export const relatedTo = (gallery: GalleryRecord, others: readonly GalleryRecord[]): GalleryRecord[] =>
  others.filter(({ _id }) => _id !== gallery._id).slice(0, relatedShown);

const Head = ({ gallery }: { gallery: GalleryRecord }) => (
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

const Words = ({ gallery }: { gallery: GalleryRecord }) => (
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
function Locked({ gallery, photos }: { gallery: GalleryRecord; photos: Shown }) {
  const { choose } = usePurchases();
  const { _id, access, performer, cover, numOfItems } = gallery;
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
          choose(need, {
            kind: 'gallery',
            _id,
            price: purchasePrice(gallery),
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

function Inside({ gallery, photos }: { gallery: GalleryRecord; photos: Shown }) {
  const focusProps = useRestoredFocus<HTMLDivElement>(gallery.access.allowed);
  const isEmpty = gallery.access.allowed && photos.items.length === 0 && !photos.loading && !photos.error;
  return (
    <div {...focusProps} className={styles.inside}>
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

const Related = ({ galleries }: { galleries: readonly GalleryRecord[] }) =>
  galleries.length === 0 ? null : (
    <Section title="More galleries">
      <MediaItemCards mediaItems={galleries}>{(gallery) => <GalleryCard gallery={gallery} />}</MediaItemCards>
    </Section>
  );

/** Other galleries by the creator: those that the server sent, or as they are found. */
function useRelated(
  gallery: GalleryRecord,
  sent: readonly GalleryRecord[] | undefined,
): readonly GalleryRecord[] {
  const query = { performerId: gallery.performer._id, limit: relatedShown + 1 };
  const { currentData } = useSeededList(searchGalleries, sent ? null : { query }, undefined);
  return sent ?? relatedTo(gallery, currentData?.pages[0]?.data ?? []);
}

/** The photos that the server sent, until more are requested or the viewer's access may have changed. */
function usePhotos({ _id }: GalleryRecord, sent: ReplyOf<'GET /performer-assets/photos'> | undefined): Shown {
  const input = { query: { galleryId: _id, limit: photosAtOnce } };
  const list = toInfinitePages(useSeededList(listPhotos, input, sent));
  return { ...list, loading: list.loading || list.waiting };
}

export interface GalleryProps {
  readonly gallery: GalleryRecord;
  /** The first photos; if absent, they are loaded at once. */
  readonly photos: ReplyOf<'GET /performer-assets/photos'> | undefined;
  /** Other galleries of the same creator; if absent, they are loaded at once. */
  readonly related: readonly GalleryRecord[] | undefined;
}

/** A gallery: photos, description, comments, and other galleries by the creator. */
export function Gallery({ gallery, photos: firstPhotos, related: sentRelated }: GalleryProps) {
  const photos = usePhotos(gallery, firstPhotos);
  const related = useRelated(gallery, sentRelated);
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
        <Related galleries={related} />
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
    </>
  );
}
