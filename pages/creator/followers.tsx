import { FollowersView } from '#features/community/followers-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(FollowersView, { authenticate: true, onlyPerformer: true });
