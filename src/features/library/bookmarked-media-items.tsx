import BookmarkIcon from 'lucide-react/icons/bookmark';
import Gavel from 'lucide-react/icons/gavel';
import Image from 'lucide-react/icons/image';
import Images from 'lucide-react/icons/images';
import Lock from 'lucide-react/icons/lock';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Video from 'lucide-react/icons/video';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Bookmark } from '#contract/reactions.ts';
import { formatDuration, plural } from '#lib/format.ts';
import { timeLeft } from '#lib/format-time.ts';
import { infiniteListOf } from '#components/lists/infinite-list.ts';
import { profileOf } from '#components/accounts/person.tsx';
import { MediaRow } from '#components/media-items/media-row.tsx';
import { type BookmarkKind, useListBookmarksInfiniteQuery } from '#state/api/bookmarks.ts';
import { useAppStore } from '#state/hooks.ts';
import { reactTo, spreadReaction } from '#state/community/react.ts';
import { Button } from '#ui/content/button.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { NoBookmarks } from './no-bookmarks.tsx';
import { RowList } from './row-list.tsx';

const icons = {
  video: <Video size={24} />,
  gallery: <Images size={24} />,
  photo: <Image size={24} />,
  product: <ShoppingBag size={24} />,
  auction: <Gavel size={24} />,
  feed: null,
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
function pageOf({ objectType, _id, galleryId, performer }: Bookmark): string {
  if (objectType === 'photo') return galleryId ? routes.gallery(galleryId) : profileOf(performer);
  return routes[objectType](_id);
}

function Facts({ mark }: { mark: Bookmark }) {
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

/** Removes or restores a bookmark optimistically; if the server refuses, rolls back and shows why. */
function useBookmark({ objectType, _id }: Bookmark) {
  const store = useAppStore();
  const [kept, setKept] = useState(true);
  const [busy, setBusy] = useState(false);
  const turn = async (on: boolean) => {
    setKept(on);
    setBusy(true);
    const reply = await reactTo(store, { objectType, objectId: _id, action: 'bookmark' }, on);
    setBusy(false);
    if (reply) void spreadReaction(store, 'bookmark', reply);
    else setKept(!on);
  };
  return { kept, busy, turn };
}

function Row({ mark }: { mark: Bookmark }) {
  const { kept, busy, turn } = useBookmark(mark);
  const title = mark.title || `${words[mark.objectType]} by ${mark.performer.name}`;
  return (
    <MediaRow
      href={pageOf(mark)}
      title={title}
      performer={mark.performer}
      picture={mark.cover}
      icon={icons[mark.objectType]}
      facts={kept ? <Facts mark={mark} /> : <span role="status">Bookmark removed</span>}
      end={
        <Button
          variant={kept ? 'quiet' : 'soft'}
          icon={kept ? <BookmarkIcon size={18} aria-hidden="true" fill="currentColor" /> : null}
          aria-disabled={busy}
          onClick={() => (busy ? undefined : void turn(!kept))}
        >
          {kept ? (
            <VisuallyHidden>Remove {title} from your bookmarks</VisuallyHidden>
          ) : (
            <>
              Undo<VisuallyHidden>: bookmark {title}</VisuallyHidden>
            </>
          )}
        </Button>
      }
    />
  );
}

/** The bookmarked items of one type. */
export function BookmarkedMediaItems({ type }: { type: BookmarkKind }) {
  const list = infiniteListOf(useListBookmarksInfiniteQuery({ type }, { refetchOnMountOrArgChange: true }));
  return (
    <RowList
      list={list}
      label={`Bookmarked ${type}`}
      loadingLabel={`Loading bookmarked ${type}`}
      empty={<NoBookmarks what={type} />}
    >
      {(mark) => <Row mark={mark} />}
    </RowList>
  );
}
