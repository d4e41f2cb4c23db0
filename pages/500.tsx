import { ServerErrorView } from '#shell/pages/message-pages.tsx';
import { page } from '#shell/pages/page.ts';

export default page(ServerErrorView, { noredirect: true, layout: 'blank' });
