import { StudioProductsView, loadStudioProducts } from '#features/trade/shop/studio-products-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  StudioProductsView,
  { authenticate: true, onlyPerformer: true },
  loadStudioProducts,
);
