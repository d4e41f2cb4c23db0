import { UnsubscribeView } from '#features/people/notifications/unsubscribe-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(UnsubscribeView, { noredirect: true, layout: 'blank' });
