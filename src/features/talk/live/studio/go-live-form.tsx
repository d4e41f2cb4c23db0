import { StartField } from '#components/content/media-items/pricing-fields.tsx';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import type { useForm } from '#ui/forms/use-form.ts';
import { Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { AccessFields, ChatFields, GoalFields, ReplayFields, TitleField } from './stream-fields.tsx';
import type { StreamValues } from './stream-values.ts';

export interface GoLiveFormProps {
  readonly form: ReturnType<typeof useForm<StreamValues>>;
  /** Why the last attempt to go live failed. */
  readonly problem: string | null;
  readonly canRecord: boolean;
  /** An announced stream begins now; it can't be announced again. */
  readonly isAnnounced: boolean;
  readonly busy: boolean;
}

/** Everything a stream begins with. */
export function GoLiveForm({ form, problem, canRecord, isAnnounced, busy }: GoLiveFormProps) {
  const errors = problem ? [...form.errors, { message: problem }] : form.errors;
  return (
    <Form onSubmit={form.onSubmit}>
      <Stack gap={16}>
        <FormErrors errors={errors} title="Before you can go live" />
        <SectionCard title="Stream">
          <TitleField form={form} />
          <AccessFields form={form} />
          <GoalFields form={form} />
          {isAnnounced ? null : (
            <StartField form={form} nowHint="You’re live as soon as you press the button." />
          )}
        </SectionCard>
        <SectionCard title="Chat">
          <ChatFields form={form} />
        </SectionCard>
        <Section title="Replay">
          <ReplayFields form={form} canRecord={canRecord} />
        </Section>
        <div>
          <Button type="submit" variant="primary" large busy={busy}>
            {form.values.later && !isAnnounced ? 'Schedule stream' : 'Go live'}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
