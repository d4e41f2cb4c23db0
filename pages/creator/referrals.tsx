import { CreatorReferralsView } from '#features/money/referrals/referrals-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(CreatorReferralsView, { authenticate: true, onlyPerformer: true });
