import { useState } from 'react';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { FieldGroup } from '#ui/forms/field-group.tsx';
import { Field } from '#ui/forms/field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { Stack } from '#ui/layout/stack.tsx';

const nothing = () => undefined;

export const TextInputs = () => (
  <Stack>
    <TextInput label="Title" defaultValue="Morning glaze" />
    <TextInput label="Link" optional hint="Shown on your profile." placeholder="https://" />
    <TextInput label="Username" prefix="@" defaultValue="lena" error="This username is taken." />
    <TextInput label="Price" suffix="tokens" defaultValue="120" disabled />
    <TextInput label="Search" hideLabel placeholder="Search" />
    <PasswordInput label="Current password" defaultValue="secret" />
  </Stack>
);
export const TextAreas = () => (
  <Stack>
    <TextArea label="Description" defaultValue={'Three things\nmy hands do.'} />
    <TextArea
      label="Comment"
      compact
      counted
      maxLength={40}
      value="Nearly at the end of what fits"
      onChange={nothing}
    />
    <TextArea label="Bio" error="Use at most 300 characters." />
  </Stack>
);
const countries = [
  { value: 'DE', label: 'Germany' },
  { value: 'PT', label: 'Portugal' },
];
export const Selects = () => (
  <Stack>
    <Select label="Country" options={countries} defaultValue="PT" />
    <Select label="Country" options={countries} placeholder="Any country" hint="Where you get paid." />
    <Select label="Country" options={countries} error="Choose a country." disabled />
  </Stack>
);
export const Checkboxes = () => (
  <Stack gap={8}>
    <Checkbox label="Allow comments" hint="Everyone who can see the post can comment." defaultChecked />
    <Checkbox label="Expire automatically" />
    <Checkbox label="I agree to the terms" error="Accept the terms to continue." />
    <Checkbox label="Sold separately" disabled />
  </Stack>
);
function Plans({ error }: { error?: string }) {
  const [plan, setPlan] = useState<string | null>(error ? null : 'monthly');
  return (
    <RadioCards
      label="Plan"
      name={error ? 'plan-error' : 'plan'}
      value={plan}
      onChange={setPlan}
      error={error}
      options={[
        { value: 'monthly', label: '1 month', aside: '$9.99' },
        { value: 'yearly', label: '12 months', hint: '$8.25 a month. Saves 17%.', aside: '$99.00' },
        { value: 'free', label: 'Free', hint: 'You have used it.', disabled: true },
      ]}
    />
  );
}
export const Radios = () => <Plans />;
export const RadiosWithAnError = () => <Plans error="Choose a plan." />;
export const Groups = () => (
  <FieldGroup label="Delivery" hint="optional">
    <Field label="Date">{(wiring) => <input {...wiring} type="range" />}</Field>
  </FieldGroup>
);
