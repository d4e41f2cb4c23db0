import { CommentsView } from '#features/operator/words/comments-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(CommentsView);
