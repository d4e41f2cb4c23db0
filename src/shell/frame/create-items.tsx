import FilePenLine from 'lucide-react/icons/file-pen-line';
import Gavel from 'lucide-react/icons/gavel';
import Images from 'lucide-react/icons/images';
import Radio from 'lucide-react/icons/radio';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Video from 'lucide-react/icons/video';
import { routes } from '#config/routes.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { type SectionLink, present } from './tabs.ts';

/** A link as an item of a menu. */
export const toMenuItem = ({ label, href, icon: Icon }: SectionLink): MenuItem => ({
  label,
  href,
  icon: <Icon />,
});

const created = present([
  { label: 'New post', route: 'newPost', icon: FilePenLine },
  { label: 'Go live', route: 'creatorLive', icon: Radio },
  { label: 'New video', route: 'newVideo', icon: Video },
  { label: 'New gallery', route: 'newGallery', icon: Images },
  { label: 'New product', route: 'newProduct', icon: ShoppingBag },
  { label: 'New auction', route: 'newAuction', icon: Gavel },
]);
/** What a creator can make, for the menu of the "Create" button. */
export const createItems = ({ liveStreams }: Pick<PublicSettings, 'liveStreams'>): MenuItem[] =>
  created.filter(({ href }) => liveStreams || href !== routes.creatorLive).map(toMenuItem);
