import { StudioPostsView, loadStudioPosts } from '#features/content/posts/studio-posts-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(StudioPostsView, { authenticate: true, onlyPerformer: true }, loadStudioPosts);
