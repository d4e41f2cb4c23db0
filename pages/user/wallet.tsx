import { WalletView } from '#features/money/wallet/wallet-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  WalletView,
  { authenticate: true },
  async () => (await import('#features/money/wallet/preload-wallet.ts')).preloadWallet,
);
