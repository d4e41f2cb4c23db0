import { StudioPostsView } from '#features/posts/studio-posts-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StudioPostsView, { authenticate: true, onlyPerformer: true });
