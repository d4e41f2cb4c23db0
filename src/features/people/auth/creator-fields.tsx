import { type Statements, CreatorStatements } from '#components/people/accounts/creator-statements.tsx';
import { IdentityDocuments, type Documents } from '#components/people/accounts/identity-documents.tsx';
import type { useForm } from '#ui/forms/use-form.ts';
import type { RegisterValues } from './use-register.ts';

/** Which documents were chosen and which statements confirmed; part of the form, so that errors belong to them. */
export type CreatorValues = { idFront: boolean; idBack: boolean; age: boolean; consent: boolean };
export const nothingGiven: CreatorValues = { idFront: false, idBack: false, age: false, consent: false };
const names = ['idFront', 'idBack', 'age', 'consent'] as const;

export type RegisterForm = ReturnType<typeof useForm<RegisterValues & CreatorValues>>;

export const checkCreator = ({ idFront, age, consent }: CreatorValues) => ({
  ...(idFront ? {} : { idFront: 'Add the front of an identity document.' }),
  ...(age ? {} : { age: 'Confirm that you’re an adult and that the documents are yours.' }),
  ...(consent ? {} : { consent: 'Confirm that everyone who appears is an adult and has agreed.' }),
});

/** Removes the errors of these fields, which a fan doesn't see. */
export const forgetCreatorErrors = ({ values, set }: RegisterForm) => {
  for (const name of names) set(name, values[name]);
};

export interface CreatorFieldsProps {
  readonly form: RegisterForm;
  readonly documents: Documents;
  readonly onDocuments: (documents: Documents) => void;
}

/** What creators add to their account: documents, and the statements about them. */
export function CreatorFields({ form, documents, onDocuments }: CreatorFieldsProps) {
  const change = (next: Documents) => {
    onDocuments(next);
    // Only a side that changed loses its error.
    for (const side of ['idFront', 'idBack'] as const)
      if (next[side] !== documents[side]) form.set(side, next[side] !== null);
  };
  const statements: Pick<Statements, 'confirmed' | 'confirm'> = {
    confirmed: (['age', 'consent'] as const).filter((kind) => form.values[kind]),
    confirm: form.set,
  };
  const fieldError = (name: keyof CreatorValues) => form.flag(name).error;
  return (
    <>
      <IdentityDocuments
        value={documents}
        onChange={change}
        errors={{ idFront: fieldError('idFront'), idBack: fieldError('idBack') }}
        disabled={form.busy}
      />
      <CreatorStatements
        statements={statements}
        errors={{ age: fieldError('age'), consent: fieldError('consent') }}
        disabled={form.busy}
      />
    </>
  );
}
