import type { FormEvent } from 'react';
import { StartField } from '#components/content/media-items/pricing-fields.tsx';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { AccessFields, ChatFields, GoalFields, ReplayFields, TitleField } from './stream-fields.tsx';
import type { StreamErrors, StreamValues } from './stream-values.ts';

const fieldIds = {
  title: 'stream-title',
  price: 'stream-price',
  goal: 'stream-goal',
  scheduledAt: 'stream-scheduled',
  heldWords: 'stream-words',
} as const;

export interface GoLiveFormProps {
  readonly values: StreamValues;
  readonly set: (change: Partial<StreamValues>) => void;
  readonly errors: StreamErrors;
  readonly problem: string | null;
  readonly canRecord: boolean;
  /** An announced stream begins now; it can't be announced again. */
  readonly isAnnounced: boolean;
  readonly busy: boolean;
  readonly onSubmit: () => void;
}

/** Everything a stream begins with. */
export function GoLiveForm(props: GoLiveFormProps) {
  const { values, set, errors, problem, canRecord, isAnnounced, busy, onSubmit } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const listed = (Object.keys(errors) as (keyof StreamErrors)[]).map((field) => ({
    fieldId: fieldIds[field],
    message: errors[field] ?? '',
  }));
  return (
    <Form onSubmit={submit}>
      <Stack gap={16}>
        <FormErrors
          errors={problem ? [...listed, { message: problem }] : listed}
          title="Before you can go live"
        />
        <SectionCard title="Stream">
          <TitleField values={values} set={set} errors={errors} />
          <AccessFields values={values} set={set} errors={errors} />
          <GoalFields values={values} set={set} errors={errors} />
          {isAnnounced ? null : (
            <StartField
              values={values}
              set={set}
              error={errors.scheduledAt}
              noun="stream"
              nowHint="You’re live as soon as you press the button."
            />
          )}
        </SectionCard>
        <SectionCard title="Chat">
          <ChatFields values={values} set={set} errors={errors} />
        </SectionCard>
        <Section title="Replay">
          <ReplayFields values={values} set={set} canRecord={canRecord} />
        </Section>
        <div>
          <Button type="submit" variant="primary" large busy={busy}>
            {values.later && !isAnnounced ? 'Schedule stream' : 'Go live'}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
