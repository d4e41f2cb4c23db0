import { NewProductView } from '#features/trade/shop/new-product-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewProductView, { authenticate: true, onlyPerformer: true });
