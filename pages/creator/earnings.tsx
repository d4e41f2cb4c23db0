import { EarningsView } from '#features/earnings/earnings-view';
import { page } from '#shell/page';

export default page(EarningsView, { authenticate: true, onlyPerformer: true });
