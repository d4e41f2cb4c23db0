import { NewPostView } from '#features/posts/new-post-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(NewPostView, { authenticate: true, onlyPerformer: true });
