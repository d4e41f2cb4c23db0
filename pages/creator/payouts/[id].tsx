import { PayoutView } from '#features/payouts/payout-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PayoutView, { authenticate: true, onlyPerformer: true });
