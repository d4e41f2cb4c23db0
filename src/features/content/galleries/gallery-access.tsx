import { AccessFields, type AccessFieldsProps } from '#components/content/media-items/media-item-fields.tsx';

/** Who sees a gallery, what it costs and whether people can comment. */
export const GalleryAccess = (props: Omit<AccessFieldsProps, 'words' | 'commentsHint'>) => (
  <AccessFields
    {...props}
    words={{
      noun: 'gallery',
      lockedHint: 'Others see a blurred preview and how to unlock it.',
      soldHint: 'Buyers pay once and keep the photos that are in it at the time.',
    }}
    commentsHint="Anyone who can see it can comment."
  />
);
