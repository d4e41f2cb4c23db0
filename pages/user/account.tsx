import { UserAccountView } from '#features/people/accounts/user-account-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(UserAccountView, { authenticate: true });
