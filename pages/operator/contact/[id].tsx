import { ContactMessageView } from '#features/across/operator/contact/contact-message-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(ContactMessageView);
