import { DecisionsView } from '#features/across/decisions/decisions-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(DecisionsView, { authenticate: true });
