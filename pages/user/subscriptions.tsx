import { SubscriptionsView } from '#features/trade/subscriptions/subscriptions-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(SubscriptionsView, { authenticate: true });
