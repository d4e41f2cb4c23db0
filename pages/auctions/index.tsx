import { AuctionsPage, loadAuctions } from '#features/trade/auctions/auctions-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(AuctionsPage, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadAuctions);
