import { SearchView } from '#features/across/operator/search/search-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(SearchView);
