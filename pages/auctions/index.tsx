import { AuctionsView } from '#features/auction/auctions-view';
import { loadAuctions } from '#features/auction/load-auctions';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(AuctionsView, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadAuctions);
