import { NotFoundView } from '#shell/message-pages';
import { page } from '#shell/page';

export default page(NotFoundView, { noredirect: true, layout: 'blank' });
