import { useRouter } from 'next/router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import { listedErrors } from '#components/content/media-items/editor-actions.tsx';
import { DescriptionFields } from '#components/content/media-items/media-item-fields.tsx';
import { emptyMediaItem, toMediaItemBody } from '#components/content/media-items/media-item-values.ts';
import { createGallery } from '#services/content/galleries.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { GalleryAccess } from './gallery-access.tsx';
import { type GalleryErrors, fieldIds, galleryErrors } from './gallery-values.ts';

/** `/creator/galleries/new`. Creates a draft with title and pricing; photos are added on the next page. */
export function NewGalleryView() {
  const router = useRouter();
  const { values, setValues, forget } = useDraftValues('gallery', {
    isNew: true,
    first: () => emptyMediaItem,
  });
  const [errors, setErrors] = useState<GalleryErrors>({});
  const [create, { isLoading, error }] = useWrite(createGallery);
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change });
    setErrors({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = galleryErrors(values, { goesOut: false, count: 0 });
    setErrors(found);
    if (isLoading || Object.keys(found).length > 0) return;
    const result = await create({ body: toMediaItemBody(values) });
    if (!result.data) return;
    forget();
    await router.push(routes.editGallery(result.data._id));
  };
  return (
    <Stack gap={24}>
      <PageHead title="New gallery" unlisted />
      <PageHeader
        title="New gallery"
        text="Name it and choose who can see it. Next, you’ll add photos. Nothing is public until you publish."
      />
      <Form onSubmit={(event) => void submit(event)}>
        <Stack gap={24}>
          <FormErrors
            errors={listedErrors(errors, error && !isLoading ? problemMessage(error) : null, fieldIds)}
            title="Before you can continue"
          />
          <Card>
            <DescriptionFields {...{ values, set, errors }} titleId="gallery-title" isNew />
          </Card>
          <Card>
            <GalleryAccess {...{ values, set, errors }} />
          </Card>
          <div>
            <Button type="submit" variant="primary" large busy={isLoading}>
              Continue to photos
            </Button>
          </div>
        </Stack>
      </Form>
    </Stack>
  );
}
