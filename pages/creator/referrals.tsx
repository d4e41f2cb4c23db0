import { CreatorReferralsView } from '#features/referrals/referrals-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(CreatorReferralsView, { authenticate: true, onlyPerformer: true });
