import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import { DescriptionFields } from '#components/content/media-items/media-item-fields.tsx';
import {
  type MediaItemValues,
  emptyMediaItem,
  toMediaItemBody,
} from '#components/content/media-items/media-item-values.ts';
import { createGallery } from '#services/content/galleries.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { GalleryAccess } from './gallery-access.tsx';
import { type GalleryErrors, galleryErrors } from './gallery-values.ts';

/** `/creator/galleries/new`. Creates a draft with title and pricing; photos are added on the next page. */
export function NewGalleryView() {
  const router = useRouter();
  const { forget, ...store } = useDraftValues('gallery', { isNew: true, first: () => emptyMediaItem });
  const [create] = useWrite(createGallery);
  const form = useForm<MediaItemValues, void, keyof GalleryErrors>({
    initial: store.values,
    store,
    check: (values) => galleryErrors(values, { goesOut: false, count: 0 }),
    submit: async (values) => {
      const { _id } = await create({ body: toMediaItemBody(values) }).unwrap();
      forget();
      await router.push(routes.editGallery(_id));
    },
  });
  return (
    <Stack gap={24}>
      <PageHead title="New gallery" unlisted />
      <PageHeader
        title="New gallery"
        text="Name it and choose who can see it. Next, you’ll add photos. Nothing is public until you publish."
      />
      <Form onSubmit={form.onSubmit}>
        <Stack gap={24}>
          <FormErrors errors={form.errors} title="Before you can continue" />
          <Card>
            <DescriptionFields form={form} isNew />
          </Card>
          <Card>
            <GalleryAccess form={form} />
          </Card>
          <div>
            <Button type="submit" variant="primary" large busy={form.busy}>
              Continue to photos
            </Button>
          </div>
        </Stack>
      </Form>
    </Stack>
  );
}
