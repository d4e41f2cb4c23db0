import { loadSearch } from '#features/search/load';
import { SearchView } from '#features/search/search-view';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(SearchView, { noredirect: true, layout: 'public' });
export const getServerSideProps = serverProps(loadSearch);
