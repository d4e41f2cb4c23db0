import { PayoutView } from '#features/payouts/payout-view';
import { page } from '#shell/page';

export default page(PayoutView, { authenticate: true, onlyPerformer: true });
