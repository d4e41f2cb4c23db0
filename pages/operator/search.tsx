import { SearchView } from '#features/operator/search/search-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(SearchView);
