import { CreatorAccountView } from '#features/people/accounts/creator/creator-account-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(CreatorAccountView, { authenticate: true, onlyPerformer: true });
