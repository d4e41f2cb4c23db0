import { useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';
import styles from './notice.module.css';

export interface FormError {
  /** Id of the control it belongs to; without one the sentence stands alone. */
  readonly fieldId?: string;
  readonly message: string;
}

export interface FormErrorsProps {
  readonly errors: readonly FormError[];
  /** Above several errors. */
  readonly title?: string;
}

/** What is wrong with a form, at its top: takes focus when it appears, each line leads to its field. */
export function FormErrors({ errors, title = 'Check these fields' }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const key = errors.map((error) => error.message).join('\n');
  const shown = useRef('');
  useEffect(() => {
    // One that is mended while it is typed into must not take the focus away from it: only what is new does.
    const known = shown.current.split('\n');
    if (key && key.split('\n').some((message) => !known.includes(message))) box.current?.focus();
    shown.current = key;
  }, [key]);
  if (errors.length === 0) return null;
  const alone = errors.length === 1 && !errors[0]?.fieldId ? errors[0] : undefined;
  return (
    <div ref={box} tabIndex={-1} className={styles.focusable}>
      {alone ? (
        <Notice tone="danger" announce>
          {alone.message}
        </Notice>
      ) : (
        <Notice tone="danger" announce title={title}>
          <ul className={styles.list}>
            {errors.map(({ fieldId, message }) => (
              <li key={`${fieldId}${message}`}>
                {fieldId ? (
                  <a href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
                    {message}
                  </a>
                ) : (
                  message
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function focusField(event: { preventDefault(): void }, id: string): void {
  // A hash in the address would count as a step back for the router.
  event.preventDefault();
  document.getElementById(id)?.focus();
}
