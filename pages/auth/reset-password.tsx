import { ResetView } from '#features/auth/reset-view';
import { page } from '#shell/page';

export default page(ResetView, { noredirect: true, layout: 'blank' });
