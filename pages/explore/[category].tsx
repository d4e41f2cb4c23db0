import { CategoryPage, loadCategory } from '#features/across/explore/category-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(CategoryPage, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadCategory);
