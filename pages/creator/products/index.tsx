import { StudioProductsView } from '#features/studio-products/studio-products-view';
import { page } from '#shell/page';

export default page(StudioProductsView, { authenticate: true, onlyPerformer: true });
