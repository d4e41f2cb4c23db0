import { VerifyView } from '#features/auth/verify-view';
import { page } from '#shell/page';

export default page(VerifyView, { noredirect: true, layout: 'blank' });
