import { useState } from 'react';
import { sendContact } from '#services/base/site.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';

const initial = { name: '', email: '', subject: '', message: '' };

function check({ name, email, message }: typeof initial) {
  return {
    ...(name.trim() ? {} : { name: 'Enter a name.' }),
    ...(email.includes('@') ? {} : { email: 'Enter an email address so we can reply.' }),
    ...(message.trim().length >= 10 ? {} : { message: 'Write at least 10 characters.' }),
  };
}

/** `/contact`: a form to write to the operator. */
export function ContactView() {
  const [send] = useWrite(sendContact);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial,
    check,
    submit: async (values) => {
      await send({ body: values }).unwrap();
      setSentTo(values.email);
    },
  });
  return (
    <Stack gap={24}>
      <PageHead
        title="Contact"
        description="Get in touch with the people who run this site."
        canonical="/contact"
      />
      <PageHeader title="Contact" text="Get in touch with the people who run this site." />
      {sentTo ? (
        <Notice tone="success" announce title="Message sent">
          We’ll reply to {sentTo}.
        </Notice>
      ) : (
        <Card>
          <Form onSubmit={form.onSubmit}>
            <Stack>
              <FormErrors errors={form.errors} />
              <TextInput label="Name" autoComplete="name" maxLength={100} required {...form.text('name')} />
              <TextInput label="Email" type="email" autoComplete="email" required {...form.text('email')} />
              <TextInput label="Subject" optional maxLength={150} {...form.text('subject')} />
              <TextArea label="Message" required counted maxLength={5000} {...form.text('message')} />
              <div>
                <Button type="submit" variant="primary" busy={form.busy}>
                  Send
                </Button>
              </div>
            </Stack>
          </Form>
        </Card>
      )}
    </Stack>
  );
}
