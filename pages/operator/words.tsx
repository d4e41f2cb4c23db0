import { WordsView } from '#features/operator/words/words-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(WordsView);
