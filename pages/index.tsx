import { LandingView } from '#features/base/landing/landing-view.tsx';
import { loadLanding } from '#features/base/landing/load-landing.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(LandingView, { noredirect: true, onlyVisitor: true, layout: 'home' });
export const getServerSideProps = serverProps(loadLanding);
