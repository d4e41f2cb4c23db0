import { PackingSlipView } from '#features/trade/shop/orders/packing-slip.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(PackingSlipView, { authenticate: true, onlyPerformer: true });
