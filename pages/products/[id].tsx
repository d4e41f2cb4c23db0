import { ProductPage, loadProduct } from '#features/trade/shop/product-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(ProductPage, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadProduct);
