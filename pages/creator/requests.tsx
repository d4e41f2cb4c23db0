import { RequestsView } from '#features/studio-videos/requests-view';
import { page } from '#shell/page';

export default page(RequestsView, { authenticate: true, onlyPerformer: true, width: 'feed' });
