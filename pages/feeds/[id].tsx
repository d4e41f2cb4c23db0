import { FeedItemView } from '#features/feed-item/feed-item-view';
import { loadFeedItem } from '#features/feed-item/load';
import { page } from '#shell/page';
import { serverProps } from '#shell/server-props';

export default page(FeedItemView, { noredirect: true, layout: 'geoBlock', width: 'feed' });
export const getServerSideProps = serverProps(loadFeedItem);
