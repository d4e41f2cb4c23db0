import { EditProductView } from '#features/trade/shop/edit-product-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(EditProductView, { authenticate: true, onlyPerformer: true });
