import { BidsView } from '#features/bids/bids-view';
import { page } from '#shell/page';

export default page(BidsView, { authenticate: true });
