import { loadProduct } from '#features/product/load';
import { ProductItemView } from '#features/product/product-item-view';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(ProductItemView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadProduct);
