import Lock from 'lucide-react/icons/lock';
import Mic from 'lucide-react/icons/mic';
import Play from 'lucide-react/icons/play';
import { exactTime } from '#lib/format-time.ts';
import { formatTokens } from '#lib/format.ts';
import { purchasePrice } from '#components/content/media-items/access-options.ts';
import { Wave, toBars } from '#components/content/videos/wave.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { type MediaTile, tileName } from './media-tiles.ts';
import styles from './media-panel.module.css';

/** A waveform of few bars; nothing of a locked recording is known. */
const Sound = ({ tile }: { tile: MediaTile }) => (
  <span className={styles.sound}>
    {tile.at === null ? (
      <Mic size={24} aria-hidden="true" />
    ) : (
      <span className={styles.wave}>
        <Wave values={toBars(tile.file.peaks)} />
      </span>
    )}
  </span>
);

function Badge({ tile: { kind, at, text, message } }: { tile: MediaTile }) {
  const Icon = at === null ? Lock : kind === 'video' ? Play : kind === 'voice' ? Mic : null;
  const shown = at === null ? formatTokens(purchasePrice(message)) : text;
  if (!Icon && !shown) return null;
  return (
    <span className={styles.badge}>
      {Icon ? <Icon size={12} aria-hidden="true" /> : null}
      {shown}
    </span>
  );
}

interface TileProps {
  readonly tile: MediaTile;
  /** The sender as the viewer calls them. */
  readonly sender: string;
  readonly onOpen: (tile: MediaTile) => void;
}

/** A photo, video or voice message that leads to its place in the conversation. */
export function Tile({ tile, sender, onOpen }: TileProps) {
  const { file, kind, message, at } = tile;
  const price = at === null ? `, ${formatTokens(purchasePrice(message))}` : '';
  return (
    <li>
      <button
        type="button"
        className={styles.tile}
        title={exactTime(message.createdAt)}
        onClick={() => onOpen(tile)}
      >
        {kind === 'voice' ? (
          <Sound tile={tile} />
        ) : (
          <Picture
            sources={file.thumbnails.length > 0 ? file.thumbnails : file.sizes}
            alt=""
            placeholder={file.placeholder}
            ratio="fill"
            sizes="160px"
          />
        )}
        <VisuallyHidden>{`${tileName(tile, sender)}${price}`}</VisuallyHidden>
        <span aria-hidden="true">
          {message.isBought ? <span className={styles.bought}>Bought</span> : null}
          <Badge tile={tile} />
        </span>
      </button>
    </li>
  );
}
