import { AuctionPage, loadAuction } from '#features/trade/auctions/auction-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(AuctionPage, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadAuction);
