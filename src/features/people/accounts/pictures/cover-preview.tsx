import type { PictureArea } from '#lib/device/cut-picture.ts';
import styles from './cover-preview.module.css';

interface PlaceProps {
  readonly name: string;
  readonly className: string | undefined;
  readonly address: string;
  readonly area: PictureArea;
}

const Place = ({ name, className, address, area: { x, y, width, height } }: PlaceProps) => (
  <figure className={styles.place}>
    <div className={className}>
      <div className={styles.window}>
        <div className={styles.cut}>
          <img
            src={address}
            alt=""
            style={{
              width: `${10_000 / width}%`,
              left: `${(-100 * x) / width}%`,
              top: `${(-100 * y) / height}%`,
            }}
          />
        </div>
      </div>
      <span className={styles.avatar} />
    </div>
    <figcaption>{name}</figcaption>
  </figure>
);

/**
 * What a profile shows of a cover, beside the place of the profile picture: all of it on a phone, its middle on a
 * wide screen. `area`: the chosen part, in percent of the picture.
 */
export const CoverPreview = (part: Pick<PlaceProps, 'address' | 'area'>) => (
  <div className={styles.places}>
    <Place name="On a phone" className={styles.phone} {...part} />
    <Place name="On a wide screen" className={styles.wide} {...part} />
  </div>
);
