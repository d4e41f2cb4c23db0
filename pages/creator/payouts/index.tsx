import { PayoutsView } from '#features/trade/payouts/payouts-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PayoutsView, { authenticate: true, onlyPerformer: true });
