import { UserAccountView } from '#features/account/user-account-view';
import { page } from '#shell/page';

export default page(UserAccountView, { authenticate: true });
