import FileText from 'lucide-react/icons/file-text';
import Gavel from 'lucide-react/icons/gavel';
import Image from 'lucide-react/icons/image';
import Images from 'lucide-react/icons/images';
import Lock from 'lucide-react/icons/lock';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Video from 'lucide-react/icons/video';
import { routes } from '#config/routes.ts';
import type { Bookmark } from '#contract/content/reactions.ts';
import { formatDuration, plural } from '#lib/format.ts';
import { timeLeft } from '#lib/format-time.ts';
import { profilePath } from '#components/people/accounts/person.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { useNow } from '#ui/content/relative-time.tsx';

/* What the rows of bookmarks of every kind show. */

export const bookmarkIcons = {
  video: <Video size={24} />,
  gallery: <Images size={24} />,
  photo: <Image size={24} />,
  product: <ShoppingBag size={24} />,
  auction: <Gavel size={24} />,
  feed: <FileText size={24} />,
} as const;
const words = {
  video: 'Video',
  gallery: 'Gallery',
  photo: 'Photo',
  product: 'Product',
  auction: 'Auction',
  feed: 'Post',
} as const;

/** Photos have no page of their own; they open in their gallery or on the creator's profile. */
export function bookmarkPage({ objectType, _id, galleryId, performer }: Bookmark): string {
  if (objectType === 'photo') return galleryId ? routes.gallery(galleryId) : profilePath(performer);
  return routes[objectType](_id);
}

export function BookmarkFacts({ mark }: { mark: Bookmark }) {
  const now = useNow();
  const left = mark.endsAt === null ? null : timeLeft(mark.endsAt, now);
  return (
    <>
      {mark.access.allowed ? null : (
        <span>
          <Lock size={13} aria-hidden="true" /> Locked
        </span>
      )}
      {mark.numOfItems === null ? null : <span>{plural(mark.numOfItems, 'photo')}</span>}
      {mark.duration === null ? null : <span>{formatDuration(mark.duration)}</span>}
      {mark.price > 0 ? <Tokens tokens={mark.price} /> : null}
      {left === null ? null : (
        <span suppressHydrationWarning>{left === 'now' ? 'Ended' : `Ends in ${left}`}</span>
      )}
    </>
  );
}

/** The title of an item, or what it is if it has none. */
export const bookmarkTitle = ({ title, objectType, performer }: Bookmark): string =>
  title || `${words[objectType]} by ${performer.name}`;
