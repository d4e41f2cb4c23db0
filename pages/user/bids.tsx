import { BidsView } from '#features/trade/auctions/bids-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(BidsView, { authenticate: true });
