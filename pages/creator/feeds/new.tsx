import { NewFeedView } from '#features/studio/new-feed-view';
import { page } from '#shell/page';

export default page(NewFeedView, { authenticate: true, onlyPerformer: true });
