import { EditProductView } from '#features/studio-products/edit-product-view';
import { page } from '#shell/page';

export default page(EditProductView, { authenticate: true, onlyPerformer: true });
