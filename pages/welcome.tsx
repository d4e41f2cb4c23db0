import { WelcomeView } from '#features/people/welcome/welcome-view.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(WelcomeView, { authenticate: true });
export const getServerSideProps = serverProps(() => Promise.resolve({}));
