import { PayoutsView } from '#features/payouts/payouts-view';
import { page } from '#shell/page';

export default page(PayoutsView, { authenticate: true, onlyPerformer: true });
