import { EmailChangeView } from '#features/auth/email-change-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(EmailChangeView, { noredirect: true, layout: 'blank' });
