import { StatementView } from '#features/money/wallet/statement-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StatementView, { authenticate: true });
