import ArrowLeft from 'lucide-react/icons/arrow-left';
import BookmarkX from 'lucide-react/icons/bookmark-x';
import Folder from 'lucide-react/icons/folder';
import FolderMinus from 'lucide-react/icons/folder-minus';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { BookmarkCollection, CollectedBookmark } from '#contract/content/collections.ts';
import { collectItem } from '#components/content/community/collect.tsx';
import { CollectionNameForm } from '#components/content/community/collection-name-form.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { MediaRow } from '#components/content/media-items/media-row.tsx';
import { plural } from '#lib/format.ts';
import { deleteCollection, getCollection, listCollectionItems } from '#services/content/collections.ts';
import { useList, useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row as Spread, Stack } from '#ui/layout/stack.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { BookmarkFacts, bookmarkIcons, bookmarkPage, bookmarkTitle } from './bookmark-parts.tsx';
import styles from './collections.module.css';
import { RowList } from './row-list.tsx';
import { useCollected } from './use-collected.ts';

const removedTexts = { collection: 'Removed from this collection', bookmarks: 'Bookmark removed' } as const;

/** A removed item stays where it was until the page is reopened, so that it can be put back. */
function Row({ mark, collection }: { mark: CollectedBookmark; collection: string }) {
  const { removedFrom, remove, restore } = useCollected(mark, collection);
  const title = bookmarkTitle(mark);
  const item = { objectType: mark.objectType, objectId: mark._id };
  return (
    <MediaRow
      href={bookmarkPage(mark)}
      title={title}
      performer={mark.performer}
      picture={mark.cover}
      icon={bookmarkIcons[mark.objectType]}
      facts={
        removedFrom ? <span role="status">{removedTexts[removedFrom]}</span> : <BookmarkFacts mark={mark} />
      }
      end={
        removedFrom ? (
          <Button variant="soft" onClick={() => void restore()}>
            Undo<VisuallyHidden>: put {title} back</VisuallyHidden>
          </Button>
        ) : (
          <Menu
            label={`Options for ${title}`}
            items={[
              collectItem(item),
              {
                label: 'Remove from this collection',
                icon: <FolderMinus />,
                onSelect: () => void remove('collection'),
              },
              {
                label: 'Remove bookmark',
                icon: <BookmarkX />,
                onSelect: () => void remove('bookmarks'),
                divided: true,
              },
            ]}
          />
        )
      }
    />
  );
}

function Items({ id }: { id: string }) {
  const list = toInfinitePages(
    useList(listCollectionItems, { params: { id } }, { refetchOnMountOrArgChange: true }),
  );
  return (
    <RowList
      list={list}
      label="Bookmarks in this collection"
      loadingLabel="Loading the collection"
      empty={
        <EmptyState
          icon={<Folder size={28} />}
          title="Nothing in this collection yet"
          text="Open the menu of any bookmark and choose “Add to collection”."
          action={
            <ButtonLink variant="primary" href={routes.bookmarks}>
              All bookmarks
            </ButtonLink>
          }
        />
      }
    >
      {(mark) => <Row mark={mark} collection={id} />}
    </RowList>
  );
}

function DeleteDialog({ collection, onClose }: { collection: BookmarkCollection; onClose: () => void }) {
  const router = useRouter();
  const [remove] = useWrite(deleteCollection);
  return (
    <ConfirmAction
      title={`Delete “${collection.name}”?`}
      confirmLabel="Delete collection"
      action={() => remove({ params: { id: collection._id } })}
      doneText="Collection deleted. Its bookmarks are kept."
      onDone={() => void router.replace(routes.bookmarks, undefined, { shallow: true })}
      onClose={onClose}
    >
      Everything in it stays in your bookmarks.
    </ConfirmAction>
  );
}

const Back = () => (
  <Link href={routes.bookmarks} shallow className={styles.back}>
    <ArrowLeft size={18} aria-hidden="true" /> All bookmarks
  </Link>
);

function Head({ collection }: { collection: BookmarkCollection }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Spread wrap={false} justify="between">
        <Back />
        <Menu
          label="Options for this collection"
          items={[
            { label: 'Rename collection', icon: <Pencil />, onSelect: () => setOpen('rename') },
            {
              label: 'Delete collection',
              icon: <Trash />,
              danger: true,
              onSelect: () => setOpen('delete'),
            },
          ]}
        />
      </Spread>
      <PageHeader
        title={<bdi>{collection.name}</bdi>}
        text={`${plural(collection.items, 'item')}. Only you can see this collection.`}
      />
      {open === 'rename' ? (
        <Dialog open onClose={close} title="Rename collection">
          <CollectionNameForm collection={collection} label="Name" onDone={close} />
        </Dialog>
      ) : null}
      {open === 'delete' ? <DeleteDialog collection={collection} onClose={close} /> : null}
    </>
  );
}

/** In the shape of a collection's page. */
const CollectionSkeleton = () => (
  <Skeleton label="Loading the collection">
    <Stack gap={24}>
      <SkeletonBlock height={40} width={140} />
      <SkeletonText lines={2} />
      {[1, 2, 3, 4].map((row) => (
        <SkeletonBlock key={row} height={72} />
      ))}
    </Stack>
  </Skeleton>
);

/** `/user/bookmarks?collection=…`: one collection of bookmarks, of every kind. */
export function CollectionView({ id }: { id: string }) {
  const request = useRead(getCollection, { params: { id } }, { refetchOnMountOrArgChange: true });
  return (
    <Stack gap={24}>
      <PageHead title={request.currentData?.name ?? 'Collection'} unlisted />
      <LoadedView
        request={request}
        skeleton={<CollectionSkeleton />}
        notFound={
          <EmptyState
            action={<Back />}
            level={1}
            icon={<Folder size={28} />}
            title="This collection doesn’t exist"
            text="It may have been deleted, or it belongs to someone else."
          />
        }
      >
        {(collection) => (
          <>
            <Head collection={collection} />
            <Items id={collection._id} />
          </>
        )}
      </LoadedView>
    </Stack>
  );
}
