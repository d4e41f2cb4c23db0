import { limits } from '#config/limits.ts';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import {
  ChangedElsewhere,
  hasAll,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { createSeries, getOwnSeries, updateSeries } from '#services/content/posts/series.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useWrite } from '#state/query/hooks.ts';

export interface SeriesDialogProps {
  /** The series to edit; null for a new one. */
  readonly series: OwnPostSeries | null;
  readonly onDone: (saved: OwnPostSeries) => void;
  readonly onClose: () => void;
}

const getParts = ({ title, description }: OwnPostSeries) => [title, description];

function useSeriesForm({ series, onDone }: Pick<SeriesDialogProps, 'series' | 'onDone'>) {
  const api = useApi();
  const [create] = useWrite(createSeries);
  const [update] = useWrite(updateSeries);
  const elsewhere = useChangedElsewhere({
    record: series,
    load: () => getOwnSeries(api, { params: { id: series?._id ?? '' } }),
    getParts,
  });
  const form = useForm({
    initial: { title: series?.title ?? '', description: series?.description ?? '' },
    check: ({ title }) => (title.trim() === '' ? { title: 'Enter a title.' } : {}),
    submit: async ({ title, description }) => {
      const body = { title: title.trim(), description: description.trim() };
      onDone(
        series
          ? await elsewhere.send(
              (version) => update({ params: { id: series._id }, body, version }).unwrap(),
              (now) => hasAll(now, body),
            )
          : await create({ body }).unwrap(),
      );
    },
  });
  return { form, elsewhere };
}

/** Asks for the title and the description of a series. */
export function SeriesDialog({ series, onDone, onClose }: SeriesDialogProps) {
  const { form, elsewhere } = useSeriesForm({ series, onDone });
  return (
    <Dialog open onClose={onClose} title={series ? 'Edit series' : 'New series'}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Title"
            required
            maxLength={limits.postSeries.title}
            autoComplete="off"
            {...form.text('title')}
          />
          <TextArea
            label="Description"
            optional
            counted
            rows={3}
            maxLength={limits.postSeries.description}
            {...form.text('description')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            {series ? 'Save changes' : 'Create series'}
          </Button>
          <ChangedElsewhere noun="series" elsewhere={elsewhere} getTexts={getParts} />
        </Stack>
      </Form>
    </Dialog>
  );
}
