import { AuctionsView } from '#features/trade/auctions/auctions-view.tsx';
import { loadAuctions } from '#features/trade/auctions/load-auctions.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(AuctionsView, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadAuctions);
