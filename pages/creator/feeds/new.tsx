import { NewPostView } from '#features/content/posts/new-post-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewPostView, { authenticate: true, onlyPerformer: true });
