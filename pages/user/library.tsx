import { LibraryView, libraryQuestions } from '#features/content/library/library-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(LibraryView, { authenticate: true, width: 'feed' }, loadAnswers(libraryQuestions));
