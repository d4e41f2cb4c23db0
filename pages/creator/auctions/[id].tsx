import { EditAuctionView } from '#features/studio-auctions/edit-auction-view';
import { page } from '#shell/page';

export default page(EditAuctionView, { authenticate: true, onlyPerformer: true });
