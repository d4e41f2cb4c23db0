import { ContactView } from '#features/contact/contact-view';
import { page } from '#shell/page';

export default page(ContactView, { noredirect: true, layout: 'public', width: 'feed' });
