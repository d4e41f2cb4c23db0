import { ForgotView } from '#features/auth/forgot-view';
import { page } from '#shell/page';

export default page(ForgotView, { noredirect: true, onlyVisitor: true, layout: 'blank' });
