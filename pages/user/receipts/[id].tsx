import { ReceiptView } from '#features/trade/receipts/receipt-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(ReceiptView, { authenticate: true });
