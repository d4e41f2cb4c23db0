import { loadProduct } from '#features/trade/shop/load-product.ts';
import { ProductItemView } from '#features/trade/shop/product-item-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(ProductItemView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadProduct);
