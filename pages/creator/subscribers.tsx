import { SubscribersView } from '#features/subscriptions/subscribers-view';
import { page } from '#shell/page';

export default page(SubscribersView, { authenticate: true, onlyPerformer: true });
