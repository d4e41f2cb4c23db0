import { MessagesView } from '#features/messages/messages-view';
import { page } from '#shell/page';

export default page(MessagesView, { authenticate: true, width: 'full' });
