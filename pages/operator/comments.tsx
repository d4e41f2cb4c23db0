import { CommentsView } from '#features/across/operator/words/comments-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CommentsView);
