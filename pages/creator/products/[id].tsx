import { EditProductView } from '#features/shop/edit-product-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(EditProductView, { authenticate: true, onlyPerformer: true });
