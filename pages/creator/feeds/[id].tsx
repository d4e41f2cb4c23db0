import { EditFeedView } from '#features/studio/edit-feed-view';
import { page } from '#shell/page';

export default page(EditFeedView, { authenticate: true, onlyPerformer: true });
