import { FollowingView } from '#features/content/community/following-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(FollowingView, { authenticate: true, width: 'feed' });
