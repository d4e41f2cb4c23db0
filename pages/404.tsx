import { NotFoundView } from '#shell/pages/message-pages.tsx';
import { page } from '#shell/pages/page.ts';

export default page(NotFoundView, { noredirect: true, layout: 'blank' });
