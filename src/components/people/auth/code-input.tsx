import { TextInput, type TextInputProps } from '#ui/forms/text-input.tsx';

/** For a code from an authenticator app, or a recovery code. */
export const CodeInput = (props: Omit<TextInputProps, 'label' | 'hint'>) => (
  <TextInput
    label="Code"
    hint="6 digits from your authenticator app, or a recovery code."
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    required
    {...props}
  />
);
