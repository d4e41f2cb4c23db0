import { loadProfile } from '#features/profile/load';
import { ProfileView } from '#features/profile/profile-view';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(ProfileView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadProfile);
