import { RegisterView } from '#features/auth/register-view';
import { page } from '#shell/page';

export default page(RegisterView, { noredirect: true, onlyVisitor: true, layout: 'blank' });
