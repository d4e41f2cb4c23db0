import { InviteFriendsView } from '#features/referrals/referrals-view';
import { page } from '#shell/page';

export default page(InviteFriendsView, { authenticate: true });
