import { PayoutView } from '#features/trade/payouts/payout-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PayoutView, { authenticate: true, onlyPerformer: true });
