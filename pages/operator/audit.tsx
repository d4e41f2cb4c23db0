import { AuditView } from '#features/across/operator/audit/audit-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(AuditView);
