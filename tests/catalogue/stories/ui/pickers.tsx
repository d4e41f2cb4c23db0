import { useState } from 'react';
import { ChosenChip } from '#ui/antd/chosen-chip.tsx';
import { DateField } from '#ui/antd/date-field.tsx';
import { RangeField } from '#ui/antd/range-field.tsx';
import { MultiSelectField, SelectField } from '#ui/antd/select-field.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

const nothing = () => undefined;
const languages = [
  { value: 'de', label: 'German' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'ar', label: 'Arabic' },
];

export const Dates = () => (
  <Stack>
    <DateField label="Publish on" kind="datetime" value="2026-11-21T18:30" onChange={nothing} />
    <DateField label="Date" kind="date" value="" onChange={nothing} error="Choose a date in the future." />
  </Stack>
);
export const Ranges = () => (
  <RangeField label="Custom range" value={{ from: '2026-11-01', to: '2026-11-20' }} onChange={nothing} />
);
function Languages() {
  const [one, setOne] = useState('pt');
  const [several, setSeveral] = useState<readonly string[]>(['de', 'ar']);
  return (
    <Stack>
      <SelectField label="Language" options={languages} value={one} onChange={setOne} />
      <SelectField label="Language" options={languages} value="" placeholder="Any" onChange={nothing} />
      <MultiSelectField label="Languages" options={languages} value={several} onChange={setSeveral} />
      <MultiSelectField label="Tags" options={[]} value={['clay']} onChange={nothing} isOpenEnded />
    </Stack>
  );
}
export const Selects = () => <Languages />;
export const Chips = () => (
  <Row>
    <ChosenChip label="German" onRemove={nothing} />
    <ChosenChip label="Arabic" disabled />
  </Row>
);
