import { ReceiptView } from '#features/receipt/receipt-view';
import { page } from '#shell/page';

export default page(ReceiptView, { authenticate: true });
