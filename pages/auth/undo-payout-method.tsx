import { UndoPayoutMethodView } from '#features/trade/payouts/undo-payout-method-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(UndoPayoutMethodView, { noredirect: true, layout: 'blank' });
