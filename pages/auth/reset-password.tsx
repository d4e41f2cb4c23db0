import { ResetView } from '#features/auth/reset-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(ResetView, { noredirect: true, layout: 'blank' });
