import { FollowingView } from '#features/following/following-view';
import { page } from '#shell/page';

export default page(FollowingView, { authenticate: true, width: 'feed' });
