import { GiftView } from '#features/subscriptions/gift-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(GiftView, { noredirect: true });
