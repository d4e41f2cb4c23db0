import { BroadcastView } from '#features/trade/broadcasts/broadcast-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(BroadcastView, { authenticate: true, onlyPerformer: true });
