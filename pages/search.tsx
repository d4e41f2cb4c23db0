import { SearchView, loadSearch } from '#features/across/search/search-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(SearchView, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadSearch);
