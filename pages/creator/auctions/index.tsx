import { StudioAuctionsView } from '#features/studio-auctions/studio-auctions-view';
import { page } from '#shell/page';

export default page(StudioAuctionsView, { authenticate: true, onlyPerformer: true });
