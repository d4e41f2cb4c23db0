import { CreatorAccountView } from '#features/account/creator-account-view';
import { page } from '#shell/page';

export default page(CreatorAccountView, { authenticate: true, onlyPerformer: true });
