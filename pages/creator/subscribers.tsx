import { SubscribersView } from '#features/trade/subscriptions/subscribers-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(SubscribersView, { authenticate: true, onlyPerformer: true });
