import { NewPayoutView } from '#features/payouts/new-payout-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewPayoutView, { authenticate: true, onlyPerformer: true });
