import { NotificationsView } from '#features/people/notifications/notifications-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NotificationsView, { authenticate: true });
