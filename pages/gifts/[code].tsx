import { GiftView } from '#features/trade/subscriptions/gift-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(GiftView, { noredirect: true });
