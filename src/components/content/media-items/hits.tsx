import LayoutGrid from 'lucide-react/icons/layout-grid';
import { routes } from '#config/routes.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { SearchHit } from '#contract/across/search/search.ts';
import { formatDuration, plural } from '#lib/format.ts';
import { timeLeft } from '#lib/format-time.ts';
import type { SearchItemKind } from '#services/across/search/search.ts';
import {
  MediaCard,
  MediaItemAmount,
  MediaItemCards,
  MediaItemClosed,
  MediaItemPicture,
} from './media-card.tsx';
import { MediaRow } from './media-row.tsx';
import { Avatar } from '#ui/content/avatar.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Tokens } from '#ui/content/money.tsx';
import { RelativeTime, useNow } from '#ui/content/relative-time.tsx';
import { Marked } from './marked.tsx';

const addresses: Readonly<Record<SearchItemKind, (id: string) => string>> = {
  post: routes.feed,
  video: routes.video,
  gallery: routes.gallery,
  product: routes.product,
  auction: routes.auction,
  stream: routes.stream,
};
const noPicture = <LayoutGrid size={28} aria-hidden="true" />;
const nothingFound: ReadonlySet<string> = new Set();
const names: Readonly<Record<SearchItemKind, string>> = {
  post: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  product: 'Product',
  auction: 'Auction',
  stream: 'Stream',
};

/** Posts and streams are rows; everything else is known by its picture. */
export const isRow = (kind: SearchItemKind): boolean => kind === 'post' || kind === 'stream';
export const coverRatio = (kind: SearchItemKind): number => (kind === 'video' ? 16 / 9 : 4 / 3);

const coverSources = (file: FileView | null) =>
  file === null ? [] : file.mime.startsWith('image/') && file.sizes.length > 0 ? file.sizes : file.thumbnails;

function Ends({ at }: { at: string }) {
  const left = timeLeft(at, useNow());
  return <span suppressHydrationWarning>{left === 'now' ? 'Ended' : `Ends in ${left}`}</span>;
}

function Starts({ at }: { at: string }) {
  const left = timeLeft(at, useNow());
  return <span suppressHydrationWarning>{left === 'now' ? 'Starts soon' : `Starts in ${left}`}</span>;
}

function Facts({ hit }: { hit: SearchHit }) {
  if (hit.kind === 'stream')
    return hit.isLive ? <Chip tone="live">Live</Chip> : <Starts at={hit.startsAt ?? hit.publishedAt} />;
  return (
    <>
      {hit.kind === 'product' || hit.kind === 'auction' ? <Tokens tokens={hit.price} /> : null}
      {hit.endsAt ? <Ends at={hit.endsAt} /> : null}
      {hit.kind === 'product' || hit.kind === 'auction' ? null : <RelativeTime iso={hit.publishedAt} />}
    </>
  );
}

const Amount = ({ hit }: { hit: SearchHit }) =>
  hit.numOfItems === null && hit.duration === null ? null : (
    <MediaItemAmount>
      {hit.numOfItems === null ? formatDuration(hit.duration ?? 0) : plural(hit.numOfItems, 'photo')}
    </MediaItemAmount>
  );

export interface HitProps {
  readonly hit: SearchHit;
  /** The words that were found, if any were searched for. */
  readonly found?: ReadonlySet<string>;
  readonly priority?: boolean;
}

/** A result with a picture. */
export const HitCard = ({ hit, found = nothingFound, priority }: HitProps) => (
  <MediaCard
    title={hit.title || `${names[hit.kind]} by ${hit.performer.name}`}
    heading={hit.title ? <Marked text={hit.title} found={found} /> : undefined}
    href={addresses[hit.kind](hit._id)}
    performer={hit.performer}
    picture={
      <>
        <MediaItemPicture
          sources={coverSources(hit.cover)}
          placeholder={hit.cover?.placeholder}
          ratio={coverRatio(hit.kind)}
          priority={priority}
          icon={noPicture}
        />
        <MediaItemClosed item={hit} />
        <Amount hit={hit} />
      </>
    }
    facts={<Facts hit={hit} />}
  />
);

/** A post or a stream. */
export const HitRow = ({ hit, found = nothingFound }: HitProps) => (
  <MediaRow
    href={addresses[hit.kind](hit._id)}
    title={hit.title || `${names[hit.kind]} by ${hit.performer.name}`}
    heading={hit.title ? <Marked text={hit.title} found={found} /> : undefined}
    performer={hit.performer}
    picture={hit.cover}
    icon={
      hit.kind === 'stream' ? <Avatar src={hit.performer.avatar} size={48} live={hit.isLive} /> : noPicture
    }
    facts={<Facts hit={hit} />}
  />
);

/** Results of one kind that has pictures, in a grid. */
export const HitCards = ({
  hits,
  ...rest
}: Omit<HitProps, 'hit'> & { readonly hits: readonly SearchHit[] }) => (
  <MediaItemCards mediaItems={hits}>{(hit) => <HitCard hit={hit} {...rest} />}</MediaItemCards>
);
