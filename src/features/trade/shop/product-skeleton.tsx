import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './product.module.css';

export const ProductSkeleton = () => (
  <Skeleton label="Loading the product">
    <div className={styles.page}>
      <SkeletonBlock ratio={4 / 3} width="100%" />
      <SkeletonText lines={6} />
    </div>
  </Skeleton>
);
