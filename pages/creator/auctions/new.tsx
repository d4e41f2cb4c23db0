import { NewAuctionView } from '#features/trade/auctions/new-auction-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewAuctionView, { authenticate: true, onlyPerformer: true });
