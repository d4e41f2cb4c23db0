import { loadCategory } from '#features/across/explore/category-params.ts';
import { CategoryView } from '#features/across/explore/category-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(CategoryView, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadCategory);
