import { MailsView } from '#features/across/operator/background/mails-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(MailsView);
