import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Link } from '#ui/content/link.tsx';
import styles from './home.module.css';

/** Who is live, above the posts, where no rail beside them shows it. */
export const LiveRow = ({ streams }: { streams: readonly Stream[] }) =>
  streams.length > 0 ? (
    <nav aria-label="Live now" className={styles.liveRow}>
      <ul>
        {streams.map(({ _id, title, performer }) => (
          <li key={_id}>
            <Link href={routes.stream(_id)} title={title} className={styles.liveLink}>
              <Avatar src={performer.avatar} size={48} live />
              <span className={styles.liveName}>{performer.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  ) : null;
