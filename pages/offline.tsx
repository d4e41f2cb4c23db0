import { OfflineView } from '#shell/pages/message-pages.tsx';
import { page } from '#shell/pages/page.ts';

export default page(OfflineView, { noredirect: true, layout: 'blank' });
