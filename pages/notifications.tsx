import { NotificationsView } from '#features/notifications/notifications-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NotificationsView, { authenticate: true });
