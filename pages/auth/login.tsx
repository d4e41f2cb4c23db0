import { LoginView } from '#features/auth/login-view';
import { page } from '#shell/page';

export default page(LoginView, { noredirect: true, onlyVisitor: true, layout: 'blank' });
