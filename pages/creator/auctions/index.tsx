import { StudioAuctionsView, loadStudioAuctions } from '#features/trade/auctions/studio-auctions-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  StudioAuctionsView,
  { authenticate: true, onlyPerformer: true },
  loadStudioAuctions,
);
