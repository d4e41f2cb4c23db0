import { GiftsView } from '#features/trade/subscriptions/gifts-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(GiftsView, { authenticate: true });
