import { LoginView } from '#features/people/auth/login-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(LoginView, { noredirect: true, onlyVisitor: true, layout: 'blank' });
