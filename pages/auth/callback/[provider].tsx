import { SocialCallbackView } from '#features/auth/social-callback-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(SocialCallbackView, { noredirect: true, layout: 'blank' });
