import { GalleryPage, loadGallery } from '#features/content/galleries/gallery-page.tsx';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(GalleryPage, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadGallery);
