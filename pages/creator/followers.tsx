import { FollowersView } from '#features/content/community/followers-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(FollowersView, { authenticate: true, onlyPerformer: true });
