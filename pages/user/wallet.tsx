import { WalletView } from '#features/wallet/wallet-view';
import { page } from '#shell/page';

export default page(WalletView, { authenticate: true });
