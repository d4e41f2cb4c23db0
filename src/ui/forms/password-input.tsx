import { useState } from 'react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { IconButton } from '../content/button.tsx';
import styles from './field.module.css';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** A password field with a button to show the password. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          className={styles.inset}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} />
        </IconButton>
      }
    />
  );
}
