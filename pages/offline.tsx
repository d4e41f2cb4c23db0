import { OfflineView } from '#shell/message-pages';
import { page } from '#shell/page';

export default page(OfflineView, { noredirect: true, layout: 'blank' });
