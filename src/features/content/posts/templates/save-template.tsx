import { limits } from '#config/limits.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { savePostTemplate } from '#services/content/posts/templates.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { priceError } from '#components/content/media-items/pricing-values.ts';
import type { PostValues } from '../post-values.ts';
import { toTemplateBody } from './template-values.ts';

/** The first line of the text, or the poll's question. */
const suggestTitle = ({ text, poll }: PostValues): string =>
  shortPost(text.trim().split('\n')[0] || poll.question, limits.postTemplate.title);

function check(values: PostValues, title: string): Record<string, string> {
  const price = priceError(values);
  return {
    ...(title.trim() === '' ? { title: 'Enter a name.' } : {}),
    // A price can't be changed here, so that its error belongs to no field of this form.
    ...(price ? { price } : {}),
  };
}

/** Asks for the name under which the text and settings of a post are saved. */
export function SaveTemplate({ values, onClose }: { values: PostValues; onClose: () => void }) {
  const [save] = useWrite(savePostTemplate);
  const form = useForm({
    initial: { title: suggestTitle(values) },
    check: ({ title }) => check(values, title),
    submit: async ({ title }) => {
      await save({ body: toTemplateBody(values, title) }).unwrap();
      onClose();
      toast.success('Template saved');
    },
  });
  return (
    <Dialog open onClose={onClose} title="Save as template">
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Name"
            hint="Text, audience, price and comments are saved, and a poll’s answers. Files and dates aren’t."
            maxLength={limits.postTemplate.title}
            required
            {...form.text('title')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Save template
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
