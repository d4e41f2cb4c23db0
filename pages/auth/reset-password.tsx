import { ResetView } from '#features/people/auth/reset-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(ResetView, { noredirect: true, layout: 'blank' });
