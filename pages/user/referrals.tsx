import { InviteFriendsView } from '#features/money/referrals/referrals-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(InviteFriendsView, { authenticate: true });
