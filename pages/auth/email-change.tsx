import { ArrivingView } from '#features/people/auth/arriving-view.tsx';
import { page } from '#shell/pages/page.ts';

export default page(ArrivingView, { noredirect: true, layout: 'blank' });
