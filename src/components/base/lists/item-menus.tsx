import Link2 from 'lucide-react/icons/link-2';
import Maximize2 from 'lucide-react/icons/maximize-2';
import Pencil from 'lucide-react/icons/pencil';
import Share from 'lucide-react/icons/share';
import User from 'lucide-react/icons/user';
import { routes } from '#config/routes.ts';
import type { ObjectType, PerformerCard } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { AppStore } from '#state/store.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { muteItem } from '../../people/accounts/mute-creator.tsx';
import { againstPerson, reportItem } from '../../people/accounts/person-menu.tsx';
import { profilePath } from '../../people/accounts/person.tsx';
import { listsItemFor } from '../../people/creators/add-to-lists.tsx';
import { collectItem } from '../../content/community/collect.tsx';
import type { ReportedThing } from '../../content/community/report-dialog.tsx';
import { copyLink, share } from '../../content/community/share.ts';

/* Items of the menus on public pages. Loaded when a menu is opened. */

const copyItem = (path: string): MenuItem => ({
  label: 'Copy link',
  icon: <Link2 />,
  onSelect: () => void copyLink(path),
});

/** Items of a post's menu. */
export async function postItems(post: Post, store: AppStore): Promise<MenuItem[]> {
  const path = routes.feed(post._id);
  const own = (): MenuItem[] => [
    { label: 'Edit post', icon: <Pencil />, href: routes.editPost(post._id), divided: true },
  ];
  const others = async (): Promise<MenuItem[]> => [
    {
      label: `Go to ${post.performer.name}`,
      icon: <User />,
      href: profilePath(post.performer),
      divided: true,
    },
    ...(await muteItem(store, post.performer)),
    reportItem({ type: 'feed', id: post._id, name: 'this post' }),
  ];
  return [
    { label: 'Open post', icon: <Maximize2 />, href: path },
    copyItem(path),
    ...(post.isBookmarked ? [collectItem({ objectType: 'feed', objectId: post._id })] : []),
    ...(post.access.reason === 'owner' ? own() : await others()),
  ];
}

/** Items of the menu on someone else's profile. */
export const profileItems = async (person: PerformerCard, store: AppStore): Promise<MenuItem[]> => {
  const path = profilePath(person);
  return [
    { label: 'Share this profile', icon: <Share />, onSelect: () => share(path, person.name) },
    copyItem(path),
    ...listsItemFor(store, person),
    ...(await muteItem(store, person)),
    ...againstPerson(person, routes.home),
  ];
};

/** Items of the menu of any other content. */
export const mediaItemMenu = (
  target: ReportedThing & { readonly type: ObjectType },
  isBookmarked: boolean,
): MenuItem[] => [
  ...(isBookmarked ? [collectItem({ objectType: target.type, objectId: target.id })] : []),
  reportItem(target),
];
