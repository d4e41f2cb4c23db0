import Music from 'lucide-react/icons/music';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { Unfinished } from '#contract/content/library.ts';
import { formatDuration } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { forgetUnfinished } from '#services/content/library.ts';
import { useWrite } from '#state/query/hooks.ts';
import { IconButton } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { cx } from '#ui/theme/class-names.ts';
import styles from './unfinished-row.module.css';
import tileStyles from './tiles.module.css';

const pickThumbnails = (file: FileView) => (file.thumbnails.length > 0 ? file.thumbnails : file.sizes);
const describeItem = ({ title, kind, performer }: Unfinished) =>
  title || `${kind === 'video' ? 'Video' : 'Post'} by ${performer.name}`;
const itemPath = ({ kind, itemId }: Unfinished) => routes[kind](itemId);

function Tile({ item, onForget }: { item: Unfinished; onForget: () => void }) {
  const { cover, seconds, duration } = item;
  const title = describeItem(item);
  return (
    <li className={cx(tileStyles.tile, styles.tile)}>
      <span className={cx(tileStyles.cover, styles.cover)} aria-hidden="true">
        {cover && pickThumbnails(cover).length > 0 ? (
          <Picture
            sources={pickThumbnails(cover)}
            alt=""
            placeholder={cover.placeholder}
            ratio="fill"
            sizes="200px"
          />
        ) : (
          <Music size={28} />
        )}
      </span>
      <Progress label={`Progress in ${title}`} percent={(seconds / duration) * 100} />
      <Link href={itemPath(item)} className={tileStyles.name}>
        <bdi>{title}</bdi>
      </Link>
      <span className={cx(tileStyles.note, styles.left)}>{formatDuration(duration - seconds)} left</span>
      <span className={styles.forget}>
        <IconButton label={`Remove ${title} from this row`} variant="secondary" onClick={onForget}>
          <X size={18} />
        </IconButton>
      </span>
    </li>
  );
}

/** What the person began to play and didn't finish; nothing if there is nothing. */
export function UnfinishedRow({ items }: { items: readonly Unfinished[] }) {
  const [gone, setGone] = useState<readonly string[]>([]);
  const [send] = useWrite(forgetUnfinished);
  const shown = items.filter(({ _id }) => !gone.includes(_id));
  const forget = async ({ _id, kind, itemId }: Unfinished) => {
    setGone((before) => [...before, _id]);
    const { error } = await send({ params: { kind, id: kind === 'video' ? itemId : _id } });
    if (!error) return;
    setGone((before) => before.filter((each) => each !== _id));
    toast.error(problemMessage(error));
  };
  if (shown.length === 0) return null;
  return (
    <Section title="Pick up where you left off">
      <ul className={tileStyles.row}>
        {shown.map((item) => (
          <Tile key={item._id} item={item} onForget={() => void forget(item)} />
        ))}
      </ul>
    </Section>
  );
}
