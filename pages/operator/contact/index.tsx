import { ContactListView } from '#features/across/operator/contact/contact-list-view.tsx';
import { operatorPage } from '#shell/access/operator-page.ts';

export default operatorPage(ContactListView);
