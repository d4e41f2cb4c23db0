import { ListsView, listsQuestions } from '#features/content/library/lists/lists-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(ListsView, { authenticate: true, width: 'feed' }, loadAnswers(listsQuestions));
