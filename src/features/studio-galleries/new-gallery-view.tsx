import { useRouter } from 'next/router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { routes } from '#config/routes';
import { problemMessage } from '#lib/problem';
import { listedErrors } from '#parts/editor-actions';
import { useCreateGalleryMutation } from '#state/api-own-galleries';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { FormErrors } from '#ui/form-errors';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { GalleryTerms, WordsFields, fieldIds } from './gallery-fields.tsx';
import { type GalleryErrors, bodyOf, emptyGallery, galleryErrors } from './gallery-values.tsx';

/** `/creator/galleries/new`. It begins as a draft with a name and terms; its photos come on the next page. */
export function NewGalleryView() {
  const router = useRouter();
  const [values, setValues] = useState(emptyGallery);
  const [errors, setErrors] = useState<GalleryErrors>({});
  const [create, { isLoading, error }] = useCreateGalleryMutation();
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change });
    setErrors({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = galleryErrors(values, { goesOut: false, count: 0 });
    setErrors(found);
    if (isLoading || Object.keys(found).length > 0) return;
    const result = await create(bodyOf(values));
    if (result.data) await router.push(routes.editGallery(result.data._id));
  };
  return (
    <Stack gap={24}>
      <PageHead title="New gallery" unlisted />
      <PageHeader
        title="New gallery"
        text="Name it and say who sees it. You add the photos next; nothing goes out before you publish."
      />
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={24}>
          <FormErrors
            errors={listedErrors(errors, error && !isLoading ? problemMessage(error) : null, fieldIds)}
            title="Before it can be made"
          />
          <Card>
            <WordsFields {...{ values, set, errors }} withOthers={false} />
          </Card>
          <Card>
            <GalleryTerms {...{ values, set, errors }} />
          </Card>
          <div>
            <Button type="submit" variant="primary" large busy={isLoading}>
              Continue to the photos
            </Button>
          </div>
        </Stack>
      </form>
    </Stack>
  );
}
