import FolderPlus from 'lucide-react/icons/folder-plus';
import Folder from 'lucide-react/icons/folder';
import { useState } from 'react';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { BookmarkCollection } from '#contract/content/collections.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { CollectionNameForm } from '#components/content/community/collection-name-form.tsx';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { allCollections, listCollections } from '#services/content/collections.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './collections.module.css';
import tileStyles from './tiles.module.css';

export const collectionPage = (id: string): string => `${routes.bookmarks}?collection=${id}`;

const pickThumbnails = (file: FileView) => (file.thumbnails.length > 0 ? file.thumbnails : file.sizes);

const Cover = ({ cover }: { cover: FileView | null }) => (
  <span className={cx(tileStyles.cover, styles.cover)} aria-hidden="true">
    {cover && pickThumbnails(cover).length > 0 ? (
      <Picture
        sources={pickThumbnails(cover)}
        alt=""
        placeholder={cover.placeholder}
        ratio="fill"
        sizes="140px"
      />
    ) : (
      <Folder size={28} />
    )}
  </span>
);

const Tile = ({ collection: { _id, name, items, cover } }: { collection: BookmarkCollection }) => (
  <li className={cx(tileStyles.tile, styles.tile)}>
    <Cover cover={cover} />
    <Link href={collectionPage(_id)} shallow className={tileStyles.name}>
      <bdi>{name}</bdi>
    </Link>
    <span className={tileStyles.note}>{plural(items, 'item')}</span>
  </li>
);

/** The dialog that makes an empty collection, and opens it. */
function NewCollectionDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  return (
    <Dialog open onClose={onClose} title="New collection">
      <CollectionNameForm
        collection={null}
        label="Name"
        onDone={({ _id }) => {
          onClose();
          void router.push(collectionPage(_id), undefined, { shallow: true });
        }}
      />
    </Dialog>
  );
}

function Tiles({ onNew }: { onNew: () => void }) {
  const { data, error, isFetching, refetch } = useRead(
    listCollections,
    { query: allCollections },
    { refetchOnMountOrArgChange: true },
  );
  if (!data && error && !isFetching)
    return (
      <Notice tone="danger" announce action={<Button onClick={() => void refetch()}>Try again</Button>}>
        Your collections didn’t load. {problemMessage(error)}
      </Notice>
    );
  if (!data)
    return (
      <Skeleton label="Loading your collections">
        <div className={tileStyles.row}>
          {[1, 2, 3].map((tile) => (
            <span key={tile} className={cx(tileStyles.tile, styles.tile)}>
              <SkeletonBlock height={96} width="100%" />
              <SkeletonBlock height={44} width="60%" />
            </span>
          ))}
        </div>
      </Skeleton>
    );
  return (
    <ul className={tileStyles.row}>
      {data.data.map((collection) => (
        <Tile key={collection._id} collection={collection} />
      ))}
      <li className={cx(tileStyles.tile, styles.tile)}>
        <button type="button" className={styles.make} onClick={onNew}>
          <FolderPlus size={28} aria-hidden="true" />
          New collection
        </button>
      </li>
    </ul>
  );
}

/** The collections of bookmarks with cover and count, and a new one. */
export function CollectionsRow() {
  const [making, setMaking] = useState(false);
  return (
    <Section title="Collections">
      <Tiles onNew={() => setMaking(true)} />
      {making ? <NewCollectionDialog onClose={() => setMaking(false)} /> : null}
    </Section>
  );
}
