import { StatementView } from '#features/wallet/statement-view';
import { page } from '#shell/page';

export default page(StatementView, { authenticate: true });
