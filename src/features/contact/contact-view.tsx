import { useState } from 'react';
import { useSendContactMutation } from '#state/api-site';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { FormErrors } from '#ui/form-errors';
import { Notice } from '#ui/notice';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { TextArea, TextInput } from '#ui/text-input';
import { useForm } from '#ui/use-form';

const initial = { name: '', email: '', subject: '', message: '' };

function check({ name, email, message }: typeof initial) {
  return {
    ...(name.trim() ? {} : { name: 'Enter a name.' }),
    ...(email.includes('@') ? {} : { email: 'Enter an e-mail address, so that we can answer.' }),
    ...(message.trim().length >= 10 ? {} : { message: 'Write a little more.' }),
  };
}

/** `/contact`: a letter to the operator. */
export function ContactView() {
  const [sendContact] = useSendContactMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial,
    check,
    submit: async (values) => {
      await sendContact(values).unwrap();
      setSentTo(values.email);
    },
  });
  return (
    <Stack gap={24}>
      <PageHead title="Contact" description="Write to the people who run this site." canonical="/contact" />
      <PageHeader title="Contact" text="Write to the people who run this site." />
      {sentTo ? (
        <Notice tone="success" announce title="Your message is on its way">
          We answer to {sentTo}.
        </Notice>
      ) : (
        <Card>
          <form onSubmit={form.onSubmit} noValidate>
            <Stack>
              <FormErrors errors={form.errors} />
              <TextInput label="Name" autoComplete="name" maxLength={100} required {...form.text('name')} />
              <TextInput label="E-mail" type="email" autoComplete="email" required {...form.text('email')} />
              <TextInput label="Subject" optional maxLength={150} {...form.text('subject')} />
              <TextArea label="Message" required counted maxLength={5000} {...form.text('message')} />
              <div>
                <Button type="submit" variant="primary" busy={form.busy}>
                  Send
                </Button>
              </div>
            </Stack>
          </form>
        </Card>
      )}
    </Stack>
  );
}
