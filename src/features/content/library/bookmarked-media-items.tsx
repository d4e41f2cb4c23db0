import BookmarkIcon from 'lucide-react/icons/bookmark';
import { useRef, useState } from 'react';
import type { Bookmark } from '#contract/content/reactions.ts';
import { collectItem } from '#components/content/community/collect.tsx';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { MediaRow } from '#components/content/media-items/media-row.tsx';
import { type BookmarkKind, listBookmarks, listGalleryBookmarks } from '#services/content/reactions.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { BookmarkFacts, bookmarkIcons, bookmarkPage, bookmarkTitle } from './bookmark-parts.tsx';
import styles from './collections.module.css';
import { NoBookmarks } from './no-bookmarks.tsx';
import { RowList } from './row-list.tsx';
import { useBookmarkUndo } from './use-bookmark-undo.ts';

/**
 * Removes or restores a bookmark optimistically, one request after another; if the server refuses, rolls back and
 * shows why.
 */
function useBookmark({ objectType, _id }: Bookmark) {
  const { remove, restore } = useBookmarkUndo({ objectType, objectId: _id });
  const [kept, setKept] = useState(true);
  const earlier = useRef<Promise<unknown>>(Promise.resolve());
  const turn = async (on: boolean) => {
    setKept(on);
    const sent = earlier.current.then(on ? restore : remove);
    earlier.current = sent;
    if (!(await sent)) setKept(!on);
  };
  return { kept, turn };
}

function Row({ mark }: { mark: Bookmark }) {
  const { kept, turn } = useBookmark(mark);
  const title = bookmarkTitle(mark);
  return (
    <MediaRow
      href={bookmarkPage(mark)}
      title={title}
      performer={mark.performer}
      picture={mark.cover}
      icon={bookmarkIcons[mark.objectType]}
      facts={kept ? <BookmarkFacts mark={mark} /> : <span role="status">Bookmark removed</span>}
      end={
        <div className={styles.end}>
          <Button
            variant={kept ? 'quiet' : 'soft'}
            icon={kept ? <BookmarkIcon size={18} aria-hidden="true" fill="currentColor" /> : null}
            onClick={() => void turn(!kept)}
          >
            {kept ? (
              <VisuallyHidden>Remove {title} from your bookmarks</VisuallyHidden>
            ) : (
              <>
                Undo<VisuallyHidden>: bookmark {title}</VisuallyHidden>
              </>
            )}
          </Button>
          {kept ? (
            <Menu
              label={`More options for ${title}`}
              items={[collectItem({ objectType: mark.objectType, objectId: mark._id })]}
            />
          ) : null}
        </div>
      }
    />
  );
}

function Marks({ list, type }: { list: InfinitePages<Bookmark>; type: BookmarkKind }) {
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

const anew = { refetchOnMountOrArgChange: true } as const;

function Galleries() {
  const list = toInfinitePages(useList(listGalleryBookmarks, {}, anew));
  return <Marks list={list} type="galleries" />;
}

function Others({ type }: { type: Exclude<BookmarkKind, 'galleries'> }) {
  const list = toInfinitePages(useList(listBookmarks, { params: { type } }, anew));
  return <Marks list={list} type={type} />;
}

/** The bookmarked items of one type. */
export const BookmarkedMediaItems = ({ type }: { type: BookmarkKind }) =>
  type === 'galleries' ? <Galleries /> : <Others type={type} />;
