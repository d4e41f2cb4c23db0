import { WalletView } from '#features/money/wallet/wallet-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(WalletView, { authenticate: true });
