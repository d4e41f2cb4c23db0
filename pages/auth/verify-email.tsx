import { VerifyView } from '#features/auth/verify-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(VerifyView, { noredirect: true, layout: 'blank' });
