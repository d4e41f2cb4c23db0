import { AuctionView } from '#features/trade/auctions/auction-view.tsx';
import { loadAuction } from '#features/trade/auctions/load-auction.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(AuctionView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadAuction);
