import { useCallback, useEffect, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Auction } from '#contract/trade/auctions.ts';
import { countryNames } from '#lib/country-names.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { Person, profileOf } from '#components/people/accounts/person.tsx';
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
import styles from './auction.module.css';
import { BidPanel } from './bid-panel.tsx';

const LiveAuction = lazyPart(async () => (await import('./live-auction.ts')).LiveAuction);
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

/** The live parts load once the page is idle. For visitors too, because a cached page may be outdated. */
function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => whenIdle(() => setAwake(true), 2_000), []);
  return awake;
}

const Details = ({ auction }: { auction: Auction }) => (
  <Card>
    <Stack>
      {auction.description ? <LongText text={auction.description} lines={12} /> : null}
      <Sending countries={auction.shippingCountries} />
    </Stack>
  </Card>
);

/** The bid history, loaded once the page is idle. */
const Bids = ({ auction, awake }: { auction: Auction; awake: boolean }) => (
  <Section title={auction.bidCount > 0 ? `Bids (${formatNumber(auction.bidCount)})` : 'Bids'}>
    {awake ? (
      <LazyClient skeleton={<HistorySkeleton />}>
        <BidHistory auctionId={auction._id} />
      </LazyClient>
    ) : (
      <HistorySkeleton />
    )}
  </Section>
);

/** The page of an auction. */
export function AuctionContent({ auction: initial }: { auction: Auction }) {
  const awake = useAwake();
  const [auction, setAuction] = useState(initial);
  const [gone, setGone] = useState(false);
  const own = useAppSelector(selectAuthUser)?._id === auction.performer._id;
  const access = { allowed: true, reason: own ? 'owner' : 'free' } as const;
  const leave = useCallback(() => setGone(true), []);
  if (gone)
    return (
      <LazyClient skeleton={null}>
        <GoneAuction />
      </LazyClient>
    );
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
            <ButtonLink href={profileOf(auction.performer)}>Profile</ButtonLink>
          </Row>
          <BidPanel auction={auction} />
        </div>
        <div className={styles.below}>
          <Details auction={auction} />
          <Bids auction={auction} awake={awake} />
          <Comments
            objectType="auction"
            objectId={auction._id}
            owner={auction.performer}
            access={access}
            count={auction.counts.comments}
          />
        </div>
      </div>
      {awake ? (
        <LazyClient skeleton={null}>
          <LiveAuction auction={auction} onAuction={setAuction} onGone={leave} />
        </LazyClient>
      ) : null}
    </>
  );
}
