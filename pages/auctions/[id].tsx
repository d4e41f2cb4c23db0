import { AuctionView } from '#features/auction/auction-view';
import { loadAuction } from '#features/auction/load';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(AuctionView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadAuction);
