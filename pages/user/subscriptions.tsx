import { SubscriptionsView } from '#features/subscriptions/subscriptions-view';
import { page } from '#shell/page';

export default page(SubscriptionsView, { authenticate: true });
