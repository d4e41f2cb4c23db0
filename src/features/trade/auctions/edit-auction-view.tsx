import Gavel from 'lucide-react/icons/gavel';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { Auction, AuctionCreate } from '#contract/trade/auctions.ts';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import {
  StudioEditHead,
  StudioEditPage,
  StudioItemNotFound,
} from '#components/content/studio/studio-edit-page.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import {
  ChangedElsewhere,
  hasAll,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { getAuction, updateAuction } from '#services/trade/auctions.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import '#state/auctions/live-bids.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { AuctionEditor } from './auction-editor.tsx';
import { auctionKind, isOpen } from './auction-kind.tsx';
import { toAuctionBody, toAuctionValues } from './auction-values.ts';

/** Everything that the form can change. */
const getParts = (auction: Auction) => [toAuctionValues(auction), auction.images.map(({ _id }) => _id)];

/** Whether it began as the form says: at once. */
const hasBegun = ({ state }: Auction, { startAt }: AuctionCreate): boolean =>
  state !== 'scheduled' && startAt !== undefined && Date.parse(startAt) <= Date.now();
const withoutStart = ({ startAt: _startAt, ...body }: AuctionCreate): AuctionCreate => body;

/** Whether an auction has all that its editor has. */
const hasContent = (auction: Auction, body: AuctionCreate): boolean =>
  hasAll(
    toAuctionBody(
      toAuctionValues(auction),
      auction.images.map(({ _id }) => _id),
      null,
    ),
    hasBegun(auction, body) ? withoutStart(body) : body,
  );

function Editing({ auction }: { auction: Auction }) {
  const router = useRouter();
  const api = useApi();
  const [update] = useWrite(updateAuction);
  const elsewhere = useChangedElsewhere({
    record: auction,
    load: () => getAuction(api, { params: { id: auction._id } }),
    getParts,
  });
  const save = async (body: AuctionCreate) => {
    await elsewhere.send(
      (version, _saved, base) =>
        update({
          params: { id: auction._id },
          body: base && hasBegun(base, body) ? withoutStart(body) : body,
          version,
        }).unwrap(),
      (now) => hasContent(now, body),
    );
    toast.success('Changes saved');
    await router.push(routes.auction(auction._id));
  };
  return (
    <>
      <StudioEditHead kind={auctionKind} item={auction} />
      <AuctionEditor auction={auction} save={save} />
      <ChangedElsewhere
        noun="auction"
        elsewhere={elsewhere}
        getTexts={({ title, description }) => [title, description]}
      />
    </>
  );
}

const whySettled = ({ state, bidCount }: Auction): string =>
  state === 'cancelled' ? 'It was canceled.' : bidCount > 0 ? 'It already has bids.' : 'It has ended.';

const Settled = ({ auction }: { auction: Auction }) => (
  <>
    {auction.state === 'cancelled' ? <TakenDownNotice type="auction" id={auction._id} /> : null}
    <EmptyState
      level={1}
      icon={<Gavel size={28} />}
      title="This auction can’t be edited"
      text={whySettled(auction)}
      action={
        <ButtonLink
          href={auction.state === 'cancelled' ? routes.creatorAuctions : routes.auction(auction._id)}
        >
          {auction.state === 'cancelled' ? 'All auctions' : 'View auction'}
        </ButtonLink>
      }
    />
  </>
);
const missingText = 'It may belong to another account.';

/** Others can see an auction, but only its creator can edit it. */
function Found({ auction }: { auction: Auction }) {
  const me = useAppSelector(selectAuthUser);
  if (auction.performer._id !== me?._id) return <StudioItemNotFound kind={auctionKind} text={missingText} />;
  return isOpen(auction) ? <Editing auction={auction} /> : <Settled auction={auction} />;
}

/** `/creator/auctions/[id]`. */
export function EditAuctionView() {
  const id = useRouteParam('id');
  const request = useRead(getAuction, id === '' ? null : { params: { id } });
  return (
    <StudioEditPage kind={auctionKind} request={request} missingText={missingText}>
      {(auction) => <Found key={id} auction={auction} />}
    </StudioEditPage>
  );
}
