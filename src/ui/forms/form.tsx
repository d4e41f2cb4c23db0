import type { ComponentProps, SubmitEvent } from 'react';
import { type FormFields, FormFieldsContext, useNewFormFields } from './form-fields.ts';

export interface FormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  /** Fields that the form shares with what surrounds it. */
  readonly fields?: FormFields;
}

/** A form whose fields register with it, so that `FormErrors` finds those that are wrong. */
export function Form({ fields: shared, onSubmit, ...rest }: FormProps) {
  const own = useNewFormFields();
  const fields = shared ?? own;
  return (
    <FormFieldsContext value={fields}>
      <form
        {...rest}
        noValidate
        onSubmit={(event) => {
          onSubmit(event);
          fields.submitted();
        }}
      />
    </FormFieldsContext>
  );
}
