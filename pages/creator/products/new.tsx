import { NewProductView } from '#features/studio-products/new-product-view';
import { page } from '#shell/page';

export default page(NewProductView, { authenticate: true, onlyPerformer: true });
