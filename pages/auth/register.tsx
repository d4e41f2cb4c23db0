import { RegisterView } from '#features/people/auth/register-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(RegisterView, { noredirect: true, onlyVisitor: true, layout: 'blank' });
