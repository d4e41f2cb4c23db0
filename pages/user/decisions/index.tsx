import { DecisionsView, decisionQuestions } from '#features/across/decisions/decisions-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(DecisionsView, { authenticate: true }, loadAnswers(decisionQuestions));
