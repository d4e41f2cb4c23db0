import { ServerErrorView } from '#shell/message-pages';
import { page } from '#shell/page';

export default page(ServerErrorView, { noredirect: true, layout: 'blank' });
