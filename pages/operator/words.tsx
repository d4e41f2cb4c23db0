import { WordsView } from '#features/across/operator/words/words-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(WordsView);
