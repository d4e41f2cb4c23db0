import { NewAuctionView } from '#features/auctions/new-auction-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewAuctionView, { authenticate: true, onlyPerformer: true });
