import { expect, test } from 'vitest';
import { edits, editsOf } from '../../edits/every.ts';
import { puts, writableFields } from '../../edits/fields.ts';

const all = (Object.keys(edits) as (keyof typeof edits)[]).flatMap((group) => editsOf(group));

test('covers every PUT of the contract, and no other call', () => {
  expect([...new Set(all.map(([route]) => route))].toSorted()).toEqual(
    puts.map(([route]) => route).toSorted(),
  );
});

test.each(puts)('covers every field of %s', (route, { body }) => {
  const fields = [...writableFields(body).keys()];
  const tried = new Set(all.filter(([of]) => of === route).flatMap(([, edit]) => Object.keys(edit.fields)));
  // An object whose fields are listed separately (`poll`) may additionally be tried as a whole.
  expect(
    [...tried].filter((path) => !fields.some((field) => field.startsWith(`${path}.`))).toSorted(),
  ).toEqual((fields.length === 0 ? [''] : fields).toSorted());
});
