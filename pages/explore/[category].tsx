import { loadCategory } from '#features/explore/category-params.ts';
import { CategoryView } from '#features/explore/category-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(CategoryView, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadCategory);
