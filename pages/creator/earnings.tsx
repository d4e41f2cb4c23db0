import { EarningsView } from '#features/money/earnings/earnings-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(EarningsView, { authenticate: true, onlyPerformer: true });
