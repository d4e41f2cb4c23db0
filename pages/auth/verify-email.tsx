import { VerifyView } from '#features/people/auth/verify-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(VerifyView, { noredirect: true, layout: 'blank' });
