import { StudioFeedsView } from '#features/studio/studio-feeds-view';
import { page } from '#shell/page';

export default page(StudioFeedsView, { authenticate: true, onlyPerformer: true });
