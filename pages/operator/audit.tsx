import { AuditView } from '#features/operator/audit/audit-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(AuditView);
