import { NewAuctionView } from '#features/studio-auctions/new-auction-view';
import { page } from '#shell/page';

export default page(NewAuctionView, { authenticate: true, onlyPerformer: true });
