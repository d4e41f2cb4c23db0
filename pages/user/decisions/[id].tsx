import { DecisionView } from '#features/across/decisions/decision-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(DecisionView, { noredirect: true, width: 'feed' });
