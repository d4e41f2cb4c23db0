import { UndoPayoutMethodView } from '#features/payouts/undo-view';
import { page } from '#shell/page';

export default page(UndoPayoutMethodView, { noredirect: true, layout: 'blank' });
