import { EditPostView } from '#features/content/posts/edit-post-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(EditPostView, { authenticate: true, onlyPerformer: true });
