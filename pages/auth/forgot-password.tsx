import { ForgotView } from '#features/people/auth/forgot-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(ForgotView, { noredirect: true, onlyVisitor: true, layout: 'blank' });
