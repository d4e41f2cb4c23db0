import ArrowLeft from 'lucide-react/icons/arrow-left';
import Router from 'next/router';
import { routes } from '#config/routes.ts';
import { IconButton } from '#ui/content/button.tsx';
import styles from './back-arrow.module.css';
import { type FrameUser, browsing, phoneTabs, present } from './tabs.ts';

/** Whether the page is a section of the site, which its tabs and menus lead to from everywhere. */
export function isSection(path: string, user: FrameUser | null): boolean {
  const here = path.split(/[?#]/)[0] ?? '';
  const sections = [...present(browsing), ...(user ? phoneTabs(user) : [])].map(({ href }) => href);
  return [routes.landing, ...sections].includes(here);
}

/** By then, a step back has changed the address, however slow the page is. */
const answerMs = 400;

/** The way back from a page. The installed app has no button of the browser for it. */
export function BackArrow({ user, path }: { user: FrameUser | null; path: string }) {
  if (isSection(path, user)) return null;
  const start = () => void Router.push(user ? routes.home : routes.landing);
  const back = () => {
    if (window.history.length === 1) return start();
    // The history may hold only pages after this one, or entries of this page.
    const here = window.location.href;
    setTimeout(() => window.location.href === here && start(), answerMs);
    return Router.back();
  };
  return (
    <span className={styles.back}>
      <IconButton label="Back" onClick={back}>
        <ArrowLeft size={22} />
      </IconButton>
    </span>
  );
}
