import { NewPayoutView } from '#features/payouts/new-payout-view';
import { page } from '#shell/page';

export default page(NewPayoutView, { authenticate: true, onlyPerformer: true });
