import { CreatorReferralsView } from '#features/referrals/referrals-view';
import { page } from '#shell/page';

export default page(CreatorReferralsView, { authenticate: true, onlyPerformer: true });
