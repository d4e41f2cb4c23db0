import { NewPayoutView } from '#features/trade/payouts/new-payout-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewPayoutView, { authenticate: true, onlyPerformer: true });
