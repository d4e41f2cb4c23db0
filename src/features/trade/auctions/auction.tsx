import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { countryNames } from '#lib/country-names.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { problemCode } from '#lib/problem.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getAuction } from '#services/trade/auctions.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { Person, profilePath } from '#components/people/accounts/person.tsx';
import { PostMedia } from '#components/content/posts/post-media.tsx';
import { Reactions } from '#components/content/community/reactions.tsx';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuctionPageSkeleton } from './auction-skeleton.tsx';
import styles from './auction.module.css';
import { BidPanel } from './bid-panel.tsx';

const AuctionWatch = lazyPart(async () => (await import('./auction-watch.ts')).AuctionWatch);
const GoneAuction = lazyPart(async () => (await import('./gone-auction.tsx')).GoneAuction);
const BidHistory = lazyPart(async () => (await import('./bid-history.tsx')).BidHistory);

function Head({ auction }: { auction: Auction }) {
  const { title, description, performer } = auction;
  return (
    <PageHead
      title={`${title}, an auction by ${performer.name}`}
      description={shortText(description, 160) || `An auction by ${performer.name}.`}
      preview
      canonical={routes.auction(auction._id)}
    />
  );
}

/**
 * Where the item ships to. Node and browsers name some countries differently, so names are rendered in the
 * browser only.
 */
function Sending({ countries }: { countries: readonly string[] }) {
  const hydrated = useHydrated();
  const where =
    countries.length === 0
      ? 'everywhere'
      : `to ${hydrated ? countryNames(countries).join(', ') : plural(countries.length, 'country', 'countries')}`;
  return <p className={styles.small}>Shipping is included in the bid. Ships {where}.</p>;
}

const HistorySkeleton = () => (
  <Skeleton label="Loading bids">
    <Stack gap={12}>
      {[1, 2, 3].map((row) => (
        <SkeletonBlock key={row} height={44} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

const Details = ({ auction }: { auction: Auction }) => (
  <Card>
    <Stack>
      {auction.description ? <LongText text={auction.description} lines={12} /> : null}
      <Sending countries={auction.shippingCountries} />
    </Stack>
  </Card>
);

interface ContentProps {
  readonly auction: Auction;
  /** The page keeps itself up to date. */
  readonly isLive: boolean;
}

const Bids = ({ auction, isLive }: ContentProps) => (
  <Section title={auction.bidCount > 0 ? `Bids (${formatNumber(auction.bidCount)})` : 'Bids'}>
    {isLive ? (
      <LazyClient skeleton={<HistorySkeleton />}>
        <BidHistory auctionId={auction._id} />
      </LazyClient>
    ) : (
      <HistorySkeleton />
    )}
  </Section>
);

function Content({ auction, isLive }: ContentProps) {
  const own = useAppSelector(selectAuthUser)?._id === auction.performer._id;
  const access = { allowed: true, reason: own ? 'owner' : 'free' } as const;
  return (
    <>
      <Head auction={auction} />
      <div className={styles.page}>
        <div className={styles.media}>
          <PostMedia files={auction.images} thumbnail={null} teaser={null} priority />
          <Reactions
            objectType="auction"
            record={auction}
            access={access}
            performer={auction.performer}
            href={routes.auction(auction._id)}
            title={auction.title}
            withComments={auction.commentsEnabled}
          />
        </div>
        <div className={styles.side}>
          <h1 className={styles.title}>{auction.title}</h1>
          <Row justify="between" gap={16}>
            <Person person={auction.performer} />
            <ButtonLink href={profilePath(auction.performer)}>Profile</ButtonLink>
          </Row>
          <BidPanel auction={auction} />
        </div>
        <div className={styles.below}>
          <Details auction={auction} />
          <Bids auction={auction} isLive={isLive} />
          <Comments
            objectType="auction"
            objectId={auction._id}
            owner={auction.performer}
            access={access}
            count={auction.counts.comments}
          />
        </div>
      </div>
    </>
  );
}

const gone = (
  <LazyClient skeleton={null}>
    <GoneAuction />
  </LazyClient>
);

/** An auction: as the server sent it, then kept up to date once the page is idle. */
export function AuctionDetail({ id, sent }: { id: string; sent: Auction | undefined }) {
  const request = useSeeded(getAuction, id === '' ? null : { params: { id } }, sent);
  const { isLive, begin, refetch } = request;
  useBeginWhenIdle(begin);
  // It was canceled, or a block between its creator and the viewer hides it.
  if (problemCode(request.error) === 'not_found') return gone;
  return (
    <LoadedView request={request} skeleton={<AuctionPageSkeleton />} notFound={gone}>
      {(auction) => (
        <>
          <Content auction={auction} isLive={isLive} />
          {isLive ? (
            <LazyClient skeleton={null}>
              <AuctionWatch auction={auction} refetch={refetch} />
            </LazyClient>
          ) : null}
        </>
      )}
    </LoadedView>
  );
}
