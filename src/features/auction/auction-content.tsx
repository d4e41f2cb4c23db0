import { useCallback, useEffect, useState } from 'react';
import { routes } from '#config/routes';
import type { Auction } from '#contract/auctions';
import { countryNames } from '#lib/country-names';
import { formatNumber, plural } from '#lib/format';
import { shortText } from '#lib/short-text';
import { noAvatar } from '#lib/thumbnail';
import { whenIdle } from '#lib/when-idle';
import { Comments } from '#parts/comments';
import { Later } from '#parts/later';
import { Person, profileOf } from '#parts/person';
import { PostMedia } from '#parts/post-media';
import { Reactions } from '#parts/reactions';
import { selectAuthUser } from '#state/auth';
import { useAppSelector } from '#state/hooks';
import { ButtonLink } from '#ui/button-link';
import { Card } from '#ui/card';
import { lazyPart } from '#ui/lazy-part';
import { PageHead } from '#ui/page-head';
import { Section } from '#ui/page-header';
import { LongText } from '#ui/rich-text';
import { Bone, Skeleton } from '#ui/skeleton';
import { Row, Stack } from '#ui/stack';
import { useHydrated } from '#ui/use-hydrated';
import styles from './auction.module.css';
import { BidPanel } from './bid-panel.tsx';

const LiveAuction = lazyPart(async () => (await import('./live-auction.tsx')).LiveAuction);
const GoneAuction = lazyPart(async () => (await import('./gone-auction.tsx')).GoneAuction);
const BidHistory = lazyPart(async () => (await import('./bid-history.tsx')).BidHistory);

const pictureOf = ({ images, performer }: Auction): string | null =>
  [...(images[0]?.sizes ?? [])].sort((a, b) => b.width - a.width).find(({ width }) => width <= 1280)?.url ??
  (performer.avatar === noAvatar ? null : performer.avatar);

function Head({ auction }: { auction: Auction }) {
  const { title, description, performer } = auction;
  return (
    <PageHead
      title={`${title}, an auction by ${performer.name}`}
      description={shortText(description, 160) || `An auction by ${performer.name}.`}
      image={pictureOf(auction)}
      canonical={routes.auction(auction._id)}
    />
  );
}

/** Where it goes. Browsers and servers don't call every country the same: names come with the browser. */
function Sending({ countries }: { countries: readonly string[] }) {
  const hydrated = useHydrated();
  const where =
    countries.length === 0
      ? 'everywhere'
      : `to ${hydrated ? countryNames(countries).join(', ') : plural(countries.length, 'country', 'countries')}`;
  return <p className={styles.small}>Sending is included in the bid. Sent {where}.</p>;
}

const HistoryBones = () => (
  <Skeleton label="Loading bids">
    <Stack gap={12}>
      {[1, 2, 3].map((row) => (
        <Bone key={row} height={44} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

/** The rest of the state comes once the page is idle: for everybody, since what the page came with may be a while old. */
function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => whenIdle(() => setAwake(true), 2_000), []);
  return awake;
}

/** One auction with a page to itself. */
export function AuctionContent({ auction: initial }: { auction: Auction }) {
  const awake = useAwake();
  const [auction, setAuction] = useState(initial);
  const [gone, setGone] = useState(false);
  const own = useAppSelector(selectAuthUser)?._id === auction.performer._id;
  const access = { allowed: true, reason: own ? 'owner' : 'free' } as const;
  const leave = useCallback(() => setGone(true), []);
  if (gone)
    return (
      <Later skeleton={null}>
        <GoneAuction />
      </Later>
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
          <Card>
            <Stack>
              {auction.description ? <LongText text={auction.description} lines={12} /> : null}
              <Sending countries={auction.shippingCountries} />
            </Stack>
          </Card>
          <Section title={auction.bidCount > 0 ? `Bids (${formatNumber(auction.bidCount)})` : 'Bids'}>
            {awake ? (
              <Later skeleton={<HistoryBones />}>
                <BidHistory auctionId={auction._id} />
              </Later>
            ) : (
              <HistoryBones />
            )}
          </Section>
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
        <Later skeleton={null}>
          <LiveAuction auction={auction} onAuction={setAuction} onGone={leave} />
        </Later>
      ) : null}
    </>
  );
}
