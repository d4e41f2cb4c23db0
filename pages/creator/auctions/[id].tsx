import { EditAuctionView } from '#features/trade/auctions/edit-auction-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(EditAuctionView, { authenticate: true, onlyPerformer: true });
