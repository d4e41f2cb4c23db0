import { GalleryView } from '#features/content/galleries/gallery-view.tsx';
import { loadGallery } from '#features/content/galleries/load-gallery.ts';
import { page } from '#shell/pages/page.ts';
import { serverProps } from '#shell/pages/server-props.ts';

export default page(GalleryView, { noredirect: true, layout: 'geoBlock' });
export const getServerSideProps = serverProps(loadGallery);
